// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_access.h"

#include "base/random.h"
#include "jobs/job_pod.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"

namespace sluice::jobs {
namespace {

// Keeps a cluster in use for as long as somebody reads from it.
class Lease {
 public:
  static Result<std::shared_ptr<Lease>> take(Clusters& clusters, const client::Object& job) {
    const std::string who = "reader " + random_uuid();
    TRY_ASSIGN(auto cluster, clusters.use(who, job));
    return std::shared_ptr<Lease>(new Lease(clusters, who, std::move(cluster)));
  }
  ~Lease() { clusters_.release(who_); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Cluster& cluster() { return *cluster_; }

 private:
  Lease(Clusters& clusters, std::string who, std::shared_ptr<Cluster> cluster)
      : clusters_(clusters), who_(std::move(who)), cluster_(std::move(cluster)) {}

  Clusters& clusters_;
  const std::string who_;
  const std::shared_ptr<Cluster> cluster_;
};

}  // namespace

Result<bool> JobAccess::is_job(const api::Key& key) const {
  TRY_ASSIGN(const client::ObjectPtr pod, parts_.client.get(api::kinds::pod(), key));
  return is_job_pod(*pod);
}

Result<std::unique_ptr<Stream>> JobAccess::log(const api::Key& pod, const client::LogQuery& query) {
  TRY_ASSIGN(const bool ours, is_job(pod));
  if (!ours) {
    return parts_.others.log(pod, query);
  }
  TRY_ASSIGN(const client::ObjectPtr job, parts_.client.get(parts_.kind, pod));
  TRY_ASSIGN(const std::shared_ptr<Lease> lease, Lease::take(parts_.clusters, *job));
  const Run run{api::uid(*job), run_number(*job)};
  TRY(lease->cluster().runs().check_output(run));
  const Task task = task_of(query.container);
  return parts_.reader.open(
      query, {.read =
                  [lease, run, task](std::int64_t offset, std::int64_t most) {
                    return lease->cluster().runs().output(run, task, offset, most);
                  },
              .find_tail =
                  [lease, run, task](std::int64_t lines) {
                    return lease->cluster().runs().output_tail(run, task, lines);
                  },
              .is_over =
                  [&jobs = parts_.jobs, pod, run] {
                    const client::ObjectPtr now = jobs.get(pod);
                    return now == nullptr || api::uid(*now) != run.uid ||
                           run_number(*now) != run.number || is_over(state_in_slurm(*now));
                  }});
}

Result<void> JobAccess::check_other(const api::Key& pod) const {
  TRY_ASSIGN(const bool ours, is_job(pod));
  return ours ? fail(Code::kUnsupported,
                     "the pod stands for a job of another cluster: only its "
                     "output can be read")
              : Result<void>{};
}

Result<std::unique_ptr<client::Process>> JobAccess::exec(const client::ProcessRequest& request,
                                                         client::ProcessStreams streams,
                                                         client::OnExit on_exit) {
  TRY(check_other(request.pod));
  return parts_.others.exec(request, std::move(streams), std::move(on_exit));
}

Result<std::unique_ptr<client::Process>> JobAccess::attach(const client::ProcessRequest& request,
                                                           client::ProcessStreams streams,
                                                           client::OnExit on_exit) {
  TRY(check_other(request.pod));
  return parts_.others.attach(request, std::move(streams), std::move(on_exit));
}

Result<std::shared_ptr<void>> JobAccess::connect(const api::Key& pod, std::uint16_t port,
                                                 client::PortStreams streams,
                                                 client::OnClose on_close) {
  TRY(check_other(pod));
  return parts_.others.connect(pod, port, std::move(streams), std::move(on_close));
}

}  // namespace sluice::jobs
