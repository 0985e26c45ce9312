// SPDX-License-Identifier: Apache-2.0
#include "cmd/persistence.h"

#include "base/waiting.h"

namespace sluice::cmd {
namespace {

constexpr Duration kPause = std::chrono::seconds(1);

}  // namespace

Result<void> Persistence::attempt(const std::function<Result<void>()>& deed) {
  while (!given_up_) {
    const auto done = deed();
    if (done || (done.error().code != Code::kUnavailable && done.error().code != Code::kTimeout)) {
      return done;
    }
    if (clock_.steady() >= deadline_) {
      given_up_ = done.error();
      break;
    }
    pause(clock_, kPause);
  }
  return tl::unexpected(*given_up_);
}

}  // namespace sluice::cmd
