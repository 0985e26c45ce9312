// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <thread>
#include <vector>

#include "base/pump.h"
#include "client/pod_access.h"

namespace sluice::streams {

// A kubelet whose pods all live on this machine: commands are local processes, with a terminal if
// asked for, and ports are those of the loopback address. To attach is to get a process that
// answers each line. Knows no pod by name.
class TestKubelet final : public client::PodAccess {
 public:
  Result<std::unique_ptr<Stream>> log(const api::Key& pod, const client::LogQuery& query) override;
  Result<std::unique_ptr<client::Process>> exec(const client::ProcessRequest& request,
                                                client::ProcessStreams streams,
                                                client::OnExit on_exit) override;
  Result<std::unique_ptr<client::Process>> attach(const client::ProcessRequest& request,
                                                  client::ProcessStreams streams,
                                                  client::OnExit on_exit) override;
  Result<std::shared_ptr<void>> connect(const api::Key& pod, std::uint16_t port,
                                        client::PortStreams streams,
                                        client::OnClose on_close) override;

 private:
  Pump pump_;
  std::mutex mutex_;
  std::vector<std::jthread> waiters_;  // one for each process ever started
};

}  // namespace sluice::streams
