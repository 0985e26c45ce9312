// SPDX-License-Identifier: Apache-2.0
//
// Whoever changes something (the pump, the pipes' other sides, the owner) wakes the link, and the
// first to do so runs it: moves one piece in each direction until nothing moves any more. The
// others leave their wish and go. So the state needs no lock, and a wake-up from within is
// harmless.
#include "pod/frame_link.h"

#include <iterator>

namespace sluice::pod {

std::shared_ptr<FrameLink> FrameLink::open(Pump& pump, std::unique_ptr<PumpEnd> end, Events events,
                                           std::string received) {
  std::shared_ptr<FrameLink> link(new FrameLink(std::move(events)));
  const std::weak_ptr<FrameLink> weak = link;
  const auto wake = [weak] {
    if (const auto held = weak.lock()) {
      held->wake();
    }
  };
  link->parser_.add(received);
  link->wire_in_->set_readable(wake);
  link->wire_out_->set_writable(wake);
  auto connection =
      pump.run({.end = std::move(end),
                .to_end = link->wire_out_,
                .from_end = link->wire_in_,
                .done = [weak](const Result<void>& outcome) {
                  if (const auto held = weak.lock()) {
                    held->post([link = held.get(), outcome] { link->outcome_ = outcome; });
                  }
                }});
  link->post([link = link.get(), connection = std::move(connection)]() mutable {
    if (!link->over_) {
      link->connection_ = std::move(connection);
    }
  });
  return link;
}

FrameLink::~FrameLink() {
  let_go();
}

void FrameLink::carry(Pipes out, Pipes in) {
  const std::weak_ptr<FrameLink> weak = weak_from_this();
  const auto wake = [weak] {
    if (const auto held = weak.lock()) {
      held->wake();
    }
  };
  for (const auto& [kind, pipe] : out) {
    pipe->set_readable(wake);
  }
  for (const auto& [kind, pipe] : in) {
    pipe->set_writable(wake);
  }
  post([this, out = std::move(out), in = std::move(in)]() mutable {
    out_ = std::move(out);
    in_ = std::move(in);
    carrying_ = true;
    if (over_) {
      let_go();
    }
  });
}

void FrameLink::send(FrameKind kind, std::string_view payload) {
  post([this, bytes = to_bytes(kind, payload)] { outbox_ += bytes; });
}

void FrameLink::send_last(FrameKind kind, std::string_view payload) {
  post([this, bytes = to_bytes(kind, payload)] { last_ = bytes; });
}

void FrameLink::close() {
  post([this] {
    over_ = true;
    let_go();
  });
}

void FrameLink::post(std::function<void()> task) {
  {
    const std::scoped_lock lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake();
}

void FrameLink::wake() {
  const auto self = shared_from_this();  // an event may make the owner let go
  {
    const std::scoped_lock lock(mutex_);
    dirty_ = true;
    if (std::exchange(running_, true)) {
      return;
    }
  }
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      if (!std::exchange(dirty_, false)) {
        running_ = false;
        return;
      }
    }
    step();
  }
}

// What was wished comes before the next frame: who answers a frame by carrying its streams gets all
// that follows it.
void FrameLink::step() {
  bool moved = true;
  while (moved) {
    std::vector<std::function<void()>> tasks;
    {
      const std::scoped_lock lock(mutex_);
      tasks.swap(tasks_);
    }
    for (const auto& task : tasks) {
      task();
    }
    if (over_) {
      return;
    }
    const bool sent = move_out();
    const bool received = !over_ && move_in();
    moved = sent || received;
  }
}

bool FrameLink::move_out() {
  if (!outbox_.empty()) {
    const std::size_t taken = wire_out_->write(outbox_);
    outbox_.erase(0, taken);
    return taken > 0;
  }
  if (take_from_pipes()) {
    return true;
  }
  if (out_.empty() && !last_.empty() && !last_sent_) {
    outbox_ = last_;
    return last_sent_ = true;
  }
  if (last_sent_) {
    wire_out_->end();
  }
  return false;
}

// A piece of each pipe in turn, so that none waits for another.
bool FrameLink::take_from_pipes() {
  bool any = false;
  for (auto at = out_.begin(); at != out_.end();) {
    std::string piece;
    const auto state = at->second->read(piece, kPiece);
    if (state == Stream::State::kPending) {
      ++at;
      continue;
    }
    any = true;
    outbox_ += to_bytes(at->first, piece);
    at = state == Stream::State::kEnd ? out_.erase(at) : std::next(at);
  }
  return any;
}

bool FrameLink::move_in() {
  if (stalled_ != nullptr) {
    const std::size_t taken = stalled_->write(undelivered_);
    undelivered_.erase(0, taken);
    if (undelivered_.empty()) {
      stalled_ = nullptr;
    }
    return taken > 0;
  }
  if (early_ && !carrying_) {
    return false;
  }
  if (take_frame()) {
    return true;
  }
  if (over_) {
    return false;
  }
  std::string bytes;
  const auto state = wire_in_->read(bytes, kPiece);
  if (state == Stream::State::kEnd && outcome_) {
    over(*outcome_);
  }
  parser_.add(bytes);
  return state == Stream::State::kData;
}

bool FrameLink::take_frame() {
  if (early_) {
    take(*std::exchange(early_, std::nullopt));
    return true;
  }
  auto frame = parser_.next();
  if (!frame) {
    over(tl::unexpected(frame.error()));
    return false;
  }
  if (!*frame) {
    return false;
  }
  take(std::move(**frame));
  return true;
}

void FrameLink::take(Frame frame) {
  if (frame.kind != FrameKind::kIn && frame.kind != FrameKind::kOut &&
      frame.kind != FrameKind::kErr) {
    events_.frame(*this, frame);
    return;
  }
  if (!carrying_) {
    early_ = std::move(frame);
    return;
  }
  const auto pipe = in_.find(frame.kind);
  if (pipe == in_.end()) {
    return;
  }
  if (frame.payload.empty()) {
    pipe->second->end();
    return;
  }
  stalled_ = pipe->second.get();
  undelivered_ = std::move(frame.payload);
}

void FrameLink::over(const Result<void>& outcome) {
  over_ = true;
  let_go();
  events_.closed(outcome);
}

void FrameLink::let_go() {
  connection_.reset();
  for (const auto& [kind, pipe] : out_) {
    pipe->abandon();
  }
  for (const auto& [kind, pipe] : in_) {
    pipe->end();
  }
}

}  // namespace sluice::pod
