// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/command.h"
#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// What people ask for while a job waits or runs: in live fields of the spec, which launch nothing,
// and once each by annotations, whose value is compared with the one that was obeyed last. Pure.

inline constexpr const char* kCancelAsked = "slurmjob.dev/cancel";
inline constexpr const char* kRequeueAsked = "slurmjob.dev/requeue";
inline constexpr const char* kRestartAsked = "slurmjob.dev/restart";

bool is_asked(const json::Value& job, std::string_view annotation);
void note_asked(json::Value& status, const json::Value& job, std::string_view annotation);

// One thing to tell Slurm about a job that it has.
struct Order {
  enum class Verb { kHold, kRelease, kRequeue, kCancel, kPriority };
  Verb verb = Verb::kHold;
  std::int64_t priority = 0;  // of kPriority
};
std::string_view to_string(Order::Verb verb);

// What to tell next so that the job is as the object says; nothing: it is. A job that runs cannot
// be held by its user: that waits until it is in the queue again.
std::optional<Order> next_order(const json::Value& job, const slurm::Job& seen);

// The status after it was told. Refused orders are not repeated; why is in the condition Adjusted.
json::Value after_order(const json::Value& job, const Order& order, const Result<void>& obeyed,
                        WallTime now);

// Slurm's command for it.
Command order_command(const Order& order, slurm::JobId id);

}  // namespace sluice::jobs
