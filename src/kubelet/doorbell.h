// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/ask.h"
#include "pod/ring.h"

namespace sluice::kubelet {

// Where runners ring when their status file has news (pod/ring.h), and how far each one's file is
// known to have come. Only pods that are expected count: what strangers send is dropped. One thread
// of its own; thread-safe.
class Doorbell {
 public:
  // `rung` is called, outside any lock, with the uid of a pod that has news.
  explicit Doorbell(std::function<void(const std::string& uid)> rung) : rung_(std::move(rung)) {}
  ~Doorbell() { stop(); }
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  // Port 0: any free one. Fails when the address cannot be used.
  Result<void> start(const std::string& address, std::uint16_t port);
  void stop();  // idempotent
  std::uint16_t port() const { return port_; }

  void expect(const pod::Attempt& attempt);
  void forget(const std::string& uid);

  // Asks the attempt's runner for a session: at the address it rang from, else where its report
  // says that it can be asked. False: nobody knows where that is. Nothing tells whether it arrived.
  struct AskAddress {
    std::string host;
    std::uint16_t port = 0;
  };
  bool ask(const pod::Attempt& attempt, const AskAddress& otherwise, const pod::Ask& ask) const;

  // The highest sequence this attempt's runner has rung for; 0: none.
  std::int64_t sequence(const pod::Attempt& attempt) const;

 private:
  struct Caller {
    pod::Attempt attempt;
    std::int64_t sequence = 0;
    sockaddr_storage address{};
    socklen_t address_size = 0;  // 0: has not rung yet
  };

  void run(const std::stop_token& stop);
  void answer_all();
  // True: news of a pod we know.
  bool note(const pod::Ring& ring, const sockaddr_storage& from, socklen_t size);

  const std::function<void(const std::string& uid)> rung_;
  UniqueFd socket_;
  UniqueFd stop_event_;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, Caller> callers_;  // by uid
  std::jthread thread_;                    // last: uses everything above
};

}  // namespace sluice::kubelet
