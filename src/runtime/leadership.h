// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::runtime {

// The right to act alone among several processes, held as a Lease. start() returns when it is held;
// a thread then renews it. A process that cannot renew it in time has lost it, says so through
// `lost`, once, and must end at once: another takes over when the lease has run out. A graceful
// stop gives it back, so that the next one need not wait.
//
// Clocks of different machines are never compared: a lease has run out when it was not seen to
// change for as long as it lasts.
class Leadership final : public Runnable {
 public:
  struct Options {
    api::Key lease;
    std::string identity;  // of this process, different from all others
    Duration lasts = std::chrono::seconds(15);
    Duration renew_within = std::chrono::seconds(10);  // less than `lasts`
    Duration retry = std::chrono::seconds(2);
  };

  Leadership(client::Client& client, Clock& clock, Options options, std::function<void()> lost);
  ~Leadership() override;  // stops

  std::string name() const override { return "leadership"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  Result<bool> try_hold();
  Result<bool> create();
  bool is_free(const client::Object& lease);
  client::Object held(client::Object lease) const;
  void renew();
  void give_back();
  bool rest();  // false: stopped

  client::Client& client_;
  Clock& clock_;
  const Options options_;
  const std::function<void()> lost_;
  // Used by one thread at a time: start()'s caller, then the renewing one.
  std::string seen_version_;  // of the lease, and when that was first seen
  SteadyTime seen_at_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  ThreadGroup threads_;
};

}  // namespace sluice::runtime
