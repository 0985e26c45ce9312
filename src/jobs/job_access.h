// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "client/pod_access.h"
#include "jobs/clusters.h"
#include "jobs/output_reader.h"
#include "runtime/informer.h"

namespace sluice::jobs {

// What the API asks of pods that stand for SlurmJobs: their output, from where they run. Everything
// else about them cannot be had, and other pods are `others`' business. Thread-safe.
class JobAccess final : public client::PodAccess {
 public:
  struct Parts {
    client::Client& client;
    const api::Kind& kind;  // SlurmJob
    runtime::Informer& jobs;
    Clusters& clusters;
    OutputReader& reader;
    client::PodAccess& others;
  };
  explicit JobAccess(const Parts& parts) : parts_(parts) {}

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
  Result<bool> is_job(const api::Key& pod) const;
  Result<void> check_other(const api::Key& pod) const;  // Unsupported for pods of SlurmJobs

  const Parts parts_;
};

}  // namespace sluice::jobs
