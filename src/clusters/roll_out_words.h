// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "clusters/progress.h"
#include "runtime/event_recorder.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// What is said of a rollout. Pure.

// For the condition Config, while what is wanted is not in effect.
struct Words {
  std::string reason;
  std::string message;
};
Words words_of(const Progress& progress, bool can_go_back);

// When it gets where it is; nothing: that is not worth an event.
std::optional<runtime::Note> event_of(const slurmconf::Plan& plan, const Progress& progress);

}  // namespace sluice::clusters
