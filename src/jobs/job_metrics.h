// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/exposition.h"
#include "base/histogram.h"
#include "base/result.h"
#include "client/client.h"
#include "jobs/cluster.h"

namespace sluice::jobs {

// How the operator does, in families sluice_slurmjob_… of Prometheus, by cluster: the host or
// connection that jobs name. Thread-safe.
class JobMetrics {
 public:
  // One try to submit, how long it took and what came of it.
  void submitted(const std::string& cluster, Duration took, const Result<slurm::JobId>& id);

  // How long after it happened a change in Slurm was in the status.
  void synced(const std::string& cluster, Duration lag);

  void failed(const std::string& cluster, std::string_view operation, Code code);

  // `costs`: of the questions to each cluster.
  void write(const std::vector<client::ObjectPtr>& jobs,
             const std::map<std::string, Cluster::Cost>& costs, Exposition& page) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Histogram> submissions_;  // by cluster
  std::map<std::string, Histogram> lags_;
  std::map<std::array<std::string, 3>, std::uint64_t> errors_;  // cluster, operation, code
};

// What a job's cluster is called in metrics.
std::string cluster_label(const client::Object& job);

}  // namespace sluice::jobs
