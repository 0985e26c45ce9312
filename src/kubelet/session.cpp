// SPDX-License-Identifier: Apache-2.0
#include "kubelet/session.h"

#include "base/random.h"

namespace sluice::kubelet {

Session::Session(SessionPlan plan) : id_(random_hex(32)), plan_(std::move(plan)) {}

Session::~Session() {
  for (const auto& [kind, pipe] : plan_.to_pod) {
    pipe->abandon();
  }
  for (const auto& [kind, pipe] : plan_.from_pod) {
    pipe->end();
  }
  if (link_ != nullptr) {
    link_->close();
  }
}

bool Session::connect(std::shared_ptr<pod::FrameLink> link) {
  std::optional<pod::SessionSize> size;
  {
    const std::scoped_lock lock(mutex_);
    if (over_ || link_ != nullptr) {
      return false;
    }
    link_ = link;
    size = size_;
  }
  link->send(pod::FrameKind::kStart, pod::to_text(plan_.request));
  if (size) {
    link->send(pod::FrameKind::kResize, pod::to_text(*size));
  }
  link->carry(plan_.to_pod, plan_.from_pod);
  return true;
}

bool Session::connected() const {
  const std::scoped_lock lock(mutex_);
  return over_ || link_ != nullptr;
}

void Session::take(const pod::Frame& frame) {
  if (frame.kind == pod::FrameKind::kExit) {
    finish(pod::exit_from_text(frame.payload));
  }
}

void Session::fail(Error error) {
  finish(tl::unexpected(std::move(error)));
}

void Session::resize(pod::SessionSize size) {
  std::shared_ptr<pod::FrameLink> link;
  {
    const std::scoped_lock lock(mutex_);
    size_ = size;
    link = link_;
  }
  if (link != nullptr) {
    link->send(pod::FrameKind::kResize, pod::to_text(size));
  }
}

void Session::finish(const Result<int>& exit_code) {
  std::shared_ptr<pod::FrameLink> link;
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(over_, true)) {
      return;
    }
    link = link_;
  }
  for (const auto& [kind, pipe] : plan_.to_pod) {
    pipe->abandon();
  }
  for (const auto& [kind, pipe] : plan_.from_pod) {
    pipe->end();
  }
  if (link != nullptr) {
    link->close();
  }
  plan_.over(exit_code);
}

}  // namespace sluice::kubelet
