// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_metrics.h"

#include <algorithm>

#include "jobs/job_status.h"

namespace sluice::jobs {
namespace {

constexpr std::array<double, 10> kSeconds = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};

double seconds_of(Duration duration) {
  return std::max(0.0, std::chrono::duration<double>(duration).count());
}

void write_by_cluster(std::string_view family, std::string_view help,
                      const std::map<std::string, Histogram>& histograms, Exposition& page) {
  page.family(family, "histogram", help);
  for (const auto& [cluster, histogram] : histograms) {
    histogram.write(family, label_text({{"cluster", cluster}}), page);
  }
}

}  // namespace

std::string cluster_label(const client::Object& job) {
  const std::string& host = job.at("spec", "connection", "host").as_string();
  return host.empty() ? job.at("spec", "connectionRef", "name").as_string() : host;
}

void JobMetrics::submitted(const std::string& cluster, Duration took,
                           const Result<slurm::JobId>& id) {
  if (!id) {
    failed(cluster, "submit", id.error().code);
    return;
  }
  const std::scoped_lock lock(mutex_);
  submissions_.try_emplace(cluster, kSeconds).first->second.add(seconds_of(took));
}

void JobMetrics::synced(const std::string& cluster, Duration lag) {
  const std::scoped_lock lock(mutex_);
  lags_.try_emplace(cluster, kSeconds).first->second.add(seconds_of(lag));
}

void JobMetrics::failed(const std::string& cluster, std::string_view operation, Code code) {
  const std::scoped_lock lock(mutex_);
  ++errors_[{cluster, std::string(operation), std::string(to_string(code))}];
}

void JobMetrics::write(const std::vector<client::ObjectPtr>& jobs,
                       const std::map<std::string, Cluster::Cost>& costs, Exposition& page) const {
  std::map<std::pair<std::string, std::string>, int> states;
  for (const client::ObjectPtr& job : jobs) {
    const std::string state = state_of(*job);
    ++states[{cluster_label(*job), state.empty() ? "NEW" : state}];
  }
  page.family("sluice_slurmjob_jobs", "gauge", "SlurmJobs by cluster and state.");
  for (const auto& [key, count] : states) {
    page.sample("sluice_slurmjob_jobs", label_text({{"cluster", key.first}, {"state", key.second}}),
                count);
  }
  page.family("sluice_slurmjob_queries_total", "counter",
              "Questions for all jobs of a login, by whether they were answered.");
  for (const auto& [cluster, cost] : costs) {
    page.sample("sluice_slurmjob_queries_total",
                label_text({{"cluster", cluster}, {"result", "answered"}}),
                static_cast<double>(cost.answered));
    page.sample("sluice_slurmjob_queries_total",
                label_text({{"cluster", cluster}, {"result", "failed"}}),
                static_cast<double>(cost.failed));
  }
  page.family("sluice_slurmjob_query_seconds_total", "counter", "Time spent waiting for them.");
  for (const auto& [cluster, cost] : costs) {
    page.sample("sluice_slurmjob_query_seconds_total", label_text({{"cluster", cluster}}),
                seconds_of(cost.took));
  }
  const std::scoped_lock lock(mutex_);
  write_by_cluster("sluice_slurmjob_submit_seconds",
                   "How long submissions took that were accepted.", submissions_, page);
  write_by_cluster("sluice_slurmjob_sync_lag_seconds",
                   "How long after a job began or ended in Slurm its status showed it.", lags_,
                   page);
  page.family("sluice_slurmjob_errors_total", "counter",
              "What went wrong, by operation and kind of error.");
  for (const auto& [labels, count] : errors_) {
    page.sample("sluice_slurmjob_errors_total",
                label_text({{"cluster", labels[0]}, {"operation", labels[1]}, {"code", labels[2]}}),
                static_cast<double>(count));
  }
}

}  // namespace sluice::jobs
