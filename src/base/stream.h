// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace sluice {

// Bytes that are produced over time: a watch, a followed log. Pulled by one reader, the only caller
// of poll(); `ready` wakes it.
class Stream {
 public:
  virtual ~Stream() = default;

  enum class State { kData, kPending, kEnd, kBroken };

  // kData: `chunk` holds bytes. kPending: nothing now; call again after `ready` was called. kEnd:
  // that was all. kBroken: there is more, but it cannot be had: whoever reads must not take it for
  // the end. Must not block.
  virtual State poll(std::string& chunk) = 0;

  // Gives the stream its wake-up; callable from any thread, and again after the stream has moved
  // on. Called once, before the first poll.
  virtual void set_ready(std::function<void()> ready) = 0;
};

}  // namespace sluice
