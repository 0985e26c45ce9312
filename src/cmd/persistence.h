// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::cmd {

// Many deeds that need one server, which may be away: each is tried again while nobody answers,
// all together until one deadline. Then each is tried once, until nobody answers even so: the rest
// fails without being tried, with that error. Of one thread.
class Persistence {
 public:
  Persistence(Clock& clock, Duration patience)
      : clock_(clock), deadline_(clock.steady() + patience) {}

  Result<void> attempt(const std::function<Result<void>()>& deed);

 private:
  Clock& clock_;
  const SteadyTime deadline_;
  std::optional<Error> given_up_;
};

}  // namespace sluice::cmd
