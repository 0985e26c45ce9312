// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/pod_access.h"
#include "kubelet/pod_logs.h"

namespace sluice::kubelet {

// What the API server asks this kubelet for. Logs are served from files; reaching into running
// containers is not implemented yet and refused by name.
class PodAccess final : public client::PodAccess {
 public:
  explicit PodAccess(PodLogs& logs) : logs_(logs) {}

  Result<std::unique_ptr<Stream>> log(const api::Key& pod, const client::LogQuery& query) override {
    return logs_.open(pod, query);
  }
  Result<std::unique_ptr<client::Process>> exec(const client::ProcessRequest&,
                                                client::ProcessStreams, client::OnExit) override {
    return unsupported("exec");
  }
  Result<std::unique_ptr<client::Process>> attach(const client::ProcessRequest&,
                                                  client::ProcessStreams, client::OnExit) override {
    return unsupported("attach");
  }
  Result<std::shared_ptr<void>> connect(const api::Key&, std::uint16_t, client::PortStreams,
                                        client::OnClose) override {
    return unsupported("port-forward");
  }

 private:
  static tl::unexpected<Error> unsupported(const std::string& what) {
    return fail(Code::kUnsupported,
                what + " is not implemented yet for pods that run as Slurm jobs");
  }

  PodLogs& logs_;
};

}  // namespace sluice::kubelet
