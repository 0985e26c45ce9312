// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/stream.h"

namespace sluice {

// A stream that is there at once and then ends: for tests.
class WholeStream final : public Stream {
 public:
  explicit WholeStream(std::string text) : text_(std::move(text)) {}
  State poll(std::string& chunk) override {
    chunk = std::exchange(text_, "");
    return chunk.empty() ? State::kEnd : State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  std::string text_;
};

}  // namespace sluice
