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
#include "ssh/endpoint.h"

namespace sluice::jobs {

// The clusters in use, one per host, port, user and credential. One that nobody uses any more is
// kept for a while: the next job or reader needs no login of its own. Thread-safe.
class Clusters {
 public:
  using Make = std::function<std::unique_ptr<Cluster>(const ssh::Endpoint&)>;

  // `known_hosts`: in addition to what Secrets hold.
  Clusters(client::Client& client, Clock& clock, std::string known_hosts, Make make)
      : client_(client),
        clock_(clock),
        known_hosts_(std::move(known_hosts)),
        make_(std::move(make)) {}

  // The cluster that a SlurmJob names. From now on `who`, the job's UID or somebody who reads its
  // output, uses it and no other. Shared, because a call may be in progress while they move on.
  // NotFound: there is no such Secret. Invalid: spec or Secret lack something.
  Result<std::shared_ptr<Cluster>> use(const std::string& who, const client::Object& job);
  void release(const std::string& who);
  void clear();  // releases all

 private:
  struct Entry {
    std::shared_ptr<Cluster> cluster;
    std::set<std::string> users;
    SteadyTime unused_since{};
  };
  using Left = std::vector<std::shared_ptr<Cluster>>;  // to be ended without the lock

  std::shared_ptr<Cluster> take(const std::string& who, const ssh::Endpoint& endpoint);
  void release_locked(const std::string& who);
  Left sweep();

  client::Client& client_;
  Clock& clock_;
  const std::string known_hosts_;
  const Make make_;
  std::mutex mutex_;
  std::map<ssh::Endpoint, Entry> entries_;
  std::map<std::string, ssh::Endpoint> endpoint_of_;  // by user
};

}  // namespace sluice::jobs
