// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

#include "pod/frame_link.h"
#include "pod/session_work.h"

namespace sluice::pod {

// A session's connection, for a thread that blocks until something happens. Thread-safe.
class SessionLink {
 public:
  // `frame` is called for what the kubelet sends beside bytes, `closed` when it has gone; both on
  // the pump's thread.
  SessionLink(Pump& pump, SessionWork& work, std::function<void(const Frame&)> frame = {},
              std::function<void()> closed = {});

  // A session that comes to nothing. Returns when the kubelet has heard why.
  static void refuse(Pump& pump, SessionWork& work, const Error& error);

  FrameLink& frames() { return *link_; }

  // The last word: after everything the carried pipes bring. Returns when the kubelet has it.
  void end_with(const Result<int>& exit_code);

 private:
  // Shared with the connection's events.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool closed = false;
  };

  std::shared_ptr<State> state_ = std::make_shared<State>();
  std::shared_ptr<FrameLink> link_;
};

}  // namespace sluice::pod
