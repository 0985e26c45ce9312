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
  static constexpr std::array<double, 10> kSeconds = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};

  struct Durations {
    std::array<std::uint64_t, kSeconds.size() + 1> counts{};  // the last: longer than all
    double sum = 0;
    void add(Duration took);
  };
  static void write(std::string_view name, std::string_view help,
                    const std::map<std::string, Durations>& durations, Exposition& page);

  mutable std::mutex mutex_;
  std::map<std::string, Durations> submissions_;
  std::map<std::string, Durations> lags_;
  std::map<std::array<std::string, 3>, std::uint64_t> errors_;  // cluster, operation, code
};

// What a job's cluster is called in metrics.
std::string cluster_label(const client::Object& job);

}  // namespace sluice::jobs
