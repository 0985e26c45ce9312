// SPDX-License-Identifier: Apache-2.0
#include "base/byte_pipe.h"

#include <algorithm>

namespace sluice {

namespace {

void call(const std::function<void()>& wake) {
  if (wake) {
    wake();
  }
}

}  // namespace

std::size_t BytePipe::write(std::string_view bytes) {
  std::function<void()> wake;
  std::size_t taken = bytes.size();
  {
    const std::scoped_lock lock(mutex_);
    if (abandoned_ || ended_ || bytes.empty()) {
      return taken;
    }
    taken = std::min(taken, capacity_ - (bytes_.size() - taken_));
    if (taken == 0) {
      return 0;
    }
    bytes_.append(bytes.substr(0, taken));
    wake = readable_;
  }
  call(wake);
  return taken;
}

void BytePipe::end() {
  std::function<void()> wake;
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    wake = readable_;
  }
  call(wake);
}

bool BytePipe::abandoned() const {
  const std::scoped_lock lock(mutex_);
  return abandoned_;
}

std::size_t BytePipe::room() const {
  const std::scoped_lock lock(mutex_);
  return abandoned_ ? capacity_ : capacity_ - (bytes_.size() - taken_);
}

void BytePipe::set_writable(std::function<void()> wake) {
  const std::scoped_lock lock(mutex_);
  writable_ = std::move(wake);
}

Stream::State BytePipe::read(std::string& into, std::size_t most) {
  std::function<void()> wake;
  {
    const std::scoped_lock lock(mutex_);
    const std::size_t count = std::min(most, bytes_.size() - taken_);
    if (count == 0) {
      return ended_ || abandoned_ ? Stream::State::kEnd : Stream::State::kPending;
    }
    into.append(bytes_, taken_, count);
    taken_ += count;
    if (taken_ == bytes_.size()) {
      bytes_.clear();
      taken_ = 0;
    } else if (taken_ >= capacity_ / 2) {
      bytes_.erase(0, taken_);
      taken_ = 0;
    }
    wake = writable_;
  }
  call(wake);
  return Stream::State::kData;
}

void BytePipe::abandon() {
  std::function<void()> wake;
  {
    const std::scoped_lock lock(mutex_);
    abandoned_ = true;
    bytes_.clear();
    taken_ = 0;
    wake = writable_;
  }
  call(wake);
}

void BytePipe::set_readable(std::function<void()> wake) {
  const std::scoped_lock lock(mutex_);
  readable_ = std::move(wake);
}

}  // namespace sluice
