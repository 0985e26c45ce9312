// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <thread>

#include "base/byte_pipe.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice {

// Something outside this process that bytes go to and come from, without blocking.
class PumpEnd {
 public:
  virtual ~PumpEnd() = default;

  // kMoved: there may be more, in either direction; also with no bytes, when only the end's own
  // state has moved.
  enum class Next { kMoved, kWaitRead, kWaitWrite, kEnd };
  struct Progress {
    Next next = Next::kMoved;
    std::size_t bytes = 0;
  };

  virtual int fd() const = 0;  // to wait on
  virtual Result<Progress> read(std::span<char> into) = 0;
  virtual Result<Progress> write(std::string_view bytes) = 0;
  virtual void end_write() = 0;  // nothing more will be written
};

// A socket, one end of a pipe, a terminal. Made non-blocking.
std::unique_ptr<PumpEnd> make_pump_end(UniqueFd fd);

// Moves bytes between pipes and ends outside, any number of them on one thread. Stops when it is
// destroyed; what still runs then is cut off. Thread-safe.
class Pump {
 public:
  Pump();
  ~Pump();
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;

  struct Link {
    std::unique_ptr<PumpEnd> end;
    std::shared_ptr<BytePipe> to_end;    // null: nothing is written
    std::shared_ptr<BytePipe> from_end;  // null: nothing is read
    // Called once, on the pump's thread: the end outside has ended, or both directions have, or one
    // has failed. Not for a link that was let go of before.
    std::function<void(const Result<void>&)> done;
  };

  // Runs until then or until the returned handle is let go of, which closes the end. The pipes are
  // ended and abandoned in any case.
  std::shared_ptr<void> run(Link link);

 private:
  class Loop;
  std::shared_ptr<Loop> loop_;  // shared with handles and pipes, which may outlive the pump
  std::jthread thread_;
};

}  // namespace sluice
