// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "http/client.h"
#include "pod/protocol.h"

namespace sluice::pod {

// Tells the kubelet over HTTPS, from one thread of its own, so that no container waits for the
// network. Only the newest report is sent: what is overtaken is dropped. Failure is fine,
// status.json is the truth. Without a report_host it does nothing.
class Reporter {
 public:
  Reporter(const PodSpec& spec, Clock& clock);
  ~Reporter();
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  void offer(std::string report);

  // Waits until the newest report was sent or could not be; true: the kubelet has it.
  bool flush(Duration timeout);

  // Readable once the kubelet said that this attempt must stop.
  int revoked_fd() const { return revoked_.get(); }

 private:
  void run(const std::stop_token& stop);
  bool send(const std::string& report);

  http::ClientOptions server_;
  Clock& clock_;
  UniqueFd revoked_;
  std::unique_ptr<http::Client> client_;  // made and used by the thread
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::string> next_;
  std::uint64_t offered_ = 0;
  std::uint64_t handled_ = 0;
  bool accepted_ = false;
  std::jthread thread_;  // last: uses everything above
};

}  // namespace sluice::pod
