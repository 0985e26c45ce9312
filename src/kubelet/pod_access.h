// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "client/pod_access.h"
#include "kubelet/attempt_files.h"
#include "kubelet/job_tracker.h"
#include "kubelet/pod_logs.h"
#include "kubelet/session_desk.h"

namespace sluice::kubelet {

// What the API server asks this kubelet for. Logs are served from files; what reaches into running
// containers becomes a session with the pod's runner. Thread-safe.
class PodAccess final : public client::PodAccess {
 public:
  struct Parts {
    client::Client& client;
    const AttemptFiles& files;
    const JobTracker& tracker;
    PodLogs& logs;
    SessionDesk& desk;
  };
  explicit PodAccess(const Parts& parts) : parts_(parts) {}

  Result<std::unique_ptr<Stream>> log(const api::Key& pod, const client::LogQuery& query) override {
    return parts_.logs.open(pod, query);
  }
  Result<std::unique_ptr<client::Process>> exec(const client::ProcessRequest& request,
                                                client::ProcessStreams streams,
                                                client::OnExit on_exit) override;
  Result<std::unique_ptr<client::Process>> attach(const client::ProcessRequest& request,
                                                  client::ProcessStreams streams,
                                                  client::OnExit on_exit) override;
  Result<std::shared_ptr<void>> connect(const api::Key& key, std::uint16_t port,
                                        client::PortStreams streams,
                                        client::OnClose on_close) override;

 private:
  // A pod that runs, and how to reach its runner.
  struct Running {
    pod::PodReport report;
    std::string key;
    SessionDesk::Whereabouts whereabouts;
  };
  Result<Running> find(const api::Key& key) const;
  Error not_running(const client::Object& pod, const pod::Attempt& attempt) const;
  Result<std::unique_ptr<client::Process>> open(pod::SessionRequest::Purpose purpose,
                                                const client::ProcessRequest& request,
                                                client::ProcessStreams streams,
                                                client::OnExit on_exit);

  const Parts parts_;
};

}  // namespace sluice::kubelet
