// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_access.h"

#include "api/meta.h"
#include "kubelet/job_view.h"

namespace sluice::kubelet {
namespace {

using pod::FrameKind;

class SessionProcess final : public client::Process {
 public:
  explicit SessionProcess(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  void resize(client::TerminalSize size) override { session_->resize({size.width, size.height}); }

 private:
  const std::shared_ptr<Session> session_;
};

void add(pod::FrameLink::Pipes& pipes, FrameKind kind, std::shared_ptr<BytePipe> pipe) {
  if (pipe != nullptr) {
    pipes[kind] = std::move(pipe);
  }
}

bool runs(const pod::PodReport& report, const std::string& container) {
  const pod::ContainerStatus* status = find_status(report, container);
  return status != nullptr && status->state == pod::ContainerState::kRunning;
}

}  // namespace

// In upstream's words, and why.
Error PodAccess::not_running(const client::Object& pod, const pod::Attempt& attempt) const {
  Error error{Code::kNotFound, "pod \"" + api::name(pod) + "\" is not running"};
  const JobSnapshotPtr jobs = parts_.tracker.snapshot();
  const slurm::Job* job = jobs != nullptr ? jobs->find(attempt) : nullptr;
  if (job != nullptr && !slurm::is_final(job->state)) {
    error.message += ": " + job_title(*job) + " is " + std::string(slurm::to_string(job->state)) +
                     (job->reason.empty() || job->reason == "None" ? "" : " (" + job->reason + ")");
  }
  return error;
}

Result<PodAccess::Running> PodAccess::find(const api::Key& key) const {
  TRY_ASSIGN(const client::ObjectPtr pod, parts_.client.get(api::kinds::pod(), key));
  const pod::Attempt attempt{api::uid(*pod), parts_.files.newest(api::uid(*pod))};
  auto report = parts_.files.read_report(attempt);
  if (!report || report->finished) {
    return tl::unexpected(not_running(*pod, attempt));
  }
  TRY_ASSIGN(const auto spec, parts_.files.read_spec(attempt));
  if (!spec) {
    return tl::unexpected(not_running(*pod, attempt));
  }
  TRY_ASSIGN(std::string session_key, pod::session_key_bytes(spec->session_key));
  SessionDesk::Whereabouts whereabouts{.address = {report->ask_host, report->ask_port},
                                       .job_id = report->job_id};
  return Running{std::move(*report), std::move(session_key), std::move(whereabouts)};
}

Result<std::unique_ptr<client::Process>> PodAccess::open(pod::SessionRequest::Purpose purpose,
                                                         const client::ProcessRequest& request,
                                                         client::ProcessStreams streams,
                                                         client::OnExit on_exit) {
  const std::string missing = "container not found (\"" + request.container + "\")";
  auto running = find(request.pod);
  if (!running) {
    return tl::unexpected(with_context(std::move(running).error(), missing));
  }
  if (!runs(running->report, request.container)) {
    return fail(Code::kNotFound, missing);
  }
  SessionPlan plan{.attempt = running->report.attempt,
                   .key = std::move(running->key),
                   .request = {.purpose = purpose,
                               .container = request.container,
                               .command = request.command,
                               .in = streams.in != nullptr,
                               .out = streams.out != nullptr,
                               .err = streams.err != nullptr,
                               .tty = request.tty},
                   .over = std::move(on_exit)};
  add(plan.to_pod, FrameKind::kIn, std::move(streams.in));
  add(plan.from_pod, FrameKind::kOut, std::move(streams.out));
  add(plan.from_pod, FrameKind::kErr, std::move(streams.err));
  return std::make_unique<SessionProcess>(parts_.desk.open(std::move(plan), running->whereabouts));
}

Result<std::unique_ptr<client::Process>> PodAccess::exec(const client::ProcessRequest& request,
                                                         client::ProcessStreams streams,
                                                         client::OnExit on_exit) {
  return open(pod::SessionRequest::Purpose::kCommand, request, std::move(streams),
              std::move(on_exit));
}

Result<std::unique_ptr<client::Process>> PodAccess::attach(const client::ProcessRequest& request,
                                                           client::ProcessStreams streams,
                                                           client::OnExit on_exit) {
  return open(pod::SessionRequest::Purpose::kAttach, request, std::move(streams),
              std::move(on_exit));
}

Result<std::shared_ptr<void>> PodAccess::connect(const api::Key& key, std::uint16_t port,
                                                 client::PortStreams streams,
                                                 client::OnClose on_close) {
  TRY_ASSIGN(Running running, find(key));
  SessionPlan plan{.attempt = running.report.attempt,
                   .key = std::move(running.key),
                   .request = {.purpose = pod::SessionRequest::Purpose::kPort,
                               .in = true,
                               .out = true,
                               .port = port},
                   .over = [on_close = std::move(on_close)](const Result<int>& exit_code) {
                     on_close(exit_code ? Result<void>() : tl::unexpected(exit_code.error()));
                   }};
  add(plan.to_pod, FrameKind::kIn, std::move(streams.in));
  add(plan.from_pod, FrameKind::kOut, std::move(streams.out));
  return parts_.desk.open(std::move(plan), running.whereabouts);
}

}  // namespace sluice::kubelet
