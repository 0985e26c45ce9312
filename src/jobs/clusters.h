// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "jobs/cluster.h"
#include "jobs/target_finder.h"

namespace sluice::jobs {

// The clusters in use, one per target: way, host, port, user and credential. One that nobody uses
// any more is kept for a while: the next job or reader needs no login of its own. Thread-safe.
class Clusters {
 public:
  using Make = std::function<Result<std::unique_ptr<Cluster>>(const Target&)>;

  Clusters(TargetFinder::Parts finder, Make make)
      : finder_(std::move(finder)), clock_(finder.clock), make_(std::move(make)) {}

  // The cluster that a SlurmJob names. From now on `who`, the job's UID or somebody who reads its
  // output, uses it and no other. Shared, because a call may be in progress while they move on.
  // Fails as TargetFinder does, or when there is no such Slurm here.
  Result<std::shared_ptr<Cluster>> use(const std::string& who, const client::Object& job);

  // The same for a SlurmConnection or SlurmClusterConnection.
  Result<std::shared_ptr<Cluster>> use_connection(const std::string& who,
                                                  const client::Object& connection);
  void release(const std::string& who);
  void clear();  // releases all

  // What asking has cost, by cluster_label() of the jobs that were asked about: logins under the
  // same one are added up, a login that two of them share counts for both.
  std::map<std::string, Cluster::Cost> costs();

 private:
  struct User {
    std::string who;
    std::string label;
  };
  struct Entry {
    std::shared_ptr<Cluster> cluster;
    std::set<std::string> users;
    std::set<std::string> labels;  // of those who use it or did
    SteadyTime unused_since{};
  };
  using Left = std::vector<std::shared_ptr<Cluster>>;  // to be ended without the lock

  Result<std::shared_ptr<Cluster>> take(const User& user, const Target& target);
  std::shared_ptr<Cluster> join(const User& user, const Target& target,
                                std::shared_ptr<Cluster> made);  // null: it is not open
  void release_locked(const std::string& who);
  Left sweep();

  TargetFinder finder_;
  Clock& clock_;
  const Make make_;
  std::mutex mutex_;
  std::map<Target, Entry> entries_;
  std::map<std::string, Target> target_of_;  // by user
};

}  // namespace sluice::jobs
