// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_pipe.h"
#include "base/pump.h"
#include "pod/frame.h"

namespace sluice::pod {

// One end of a session's connection: carries streams and single frames over it, both ways. Nothing
// blocks and nothing grows: whoever reads slowly slows the other end's writer. Thread-safe; events
// are called one at a time, on any thread, without locks held. Shared by its owner and by wake-ups
// on their way; letting go of it closes the connection. The pump must outlive it.
class FrameLink : public std::enable_shared_from_this<FrameLink> {
 public:
  using Pipes = std::map<FrameKind, std::shared_ptr<BytePipe>>;

  struct Events {
    // A frame of no stream. All bytes that were sent before it are in their pipes.
    std::function<void(FrameLink&, const Frame&)> frame;
    // Once, when the other end has closed or the connection has failed; not after close().
    std::function<void(const Result<void>&)> closed;
  };

  // `received` was read from the connection before.
  static std::shared_ptr<FrameLink> open(Pump& pump, std::unique_ptr<PumpEnd> end, Events events,
                                         std::string received = "");
  ~FrameLink();
  FrameLink(const FrameLink&) = delete;
  FrameLink& operator=(const FrameLink&) = delete;

  // Reads from the pipes of `out` and writes into those of `in`, from now on; once. Until then
  // streams wait; those without a pipe are thrown away. In the end pipes are abandoned and ended.
  void carry(Pipes out, Pipes in);

  void send(FrameKind kind, std::string_view payload);

  // After everything that the carried pipes still bring; then says goodbye.
  void send_last(FrameKind kind, std::string_view payload);

  void close();

 private:
  explicit FrameLink(Events events) : events_(std::move(events)) {}

  void post(std::function<void()> task);
  void wake();
  void step();
  bool move_out();
  bool take_from_pipes();
  bool move_in();
  bool take_frame();
  void take(Frame frame);
  void over(const Result<void>& outcome);
  void let_go();

  const Events events_;
  const std::shared_ptr<BytePipe> wire_in_ = std::make_shared<BytePipe>();
  const std::shared_ptr<BytePipe> wire_out_ = std::make_shared<BytePipe>();

  std::mutex mutex_;
  bool running_ = false;
  bool dirty_ = false;
  std::vector<std::function<void()>> tasks_;

  // Touched by the one who runs only.
  std::shared_ptr<void> connection_;
  FrameParser parser_;
  Pipes out_;  // those that have not ended
  Pipes in_;
  std::string outbox_;  // encoded, not yet on the wire
  std::string last_;    // encoded; to be sent when nothing else is left
  bool last_sent_ = false;
  BytePipe* stalled_ = nullptr;  // the pipe that has no room for
  std::string undelivered_;
  bool carrying_ = false;
  std::optional<Frame> early_;           // a stream's, which nobody carries yet
  std::optional<Result<void>> outcome_;  // of the connection, which has ended
  bool over_ = false;
};

}  // namespace sluice::pod
