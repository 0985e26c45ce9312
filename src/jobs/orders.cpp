// SPDX-License-Identifier: Apache-2.0
//
// What is remembered in the status: `asked`, the value of each annotation that was obeyed; `held`,
// whether it is us who hold the job, since a hold by its user is not ours to release; `priority`,
// the one that was asked for last.
#include "jobs/orders.h"

#include "api/meta.h"

namespace sluice::jobs {
namespace {

using slurm::JobState;
using Verb = Order::Verb;

}  // namespace

bool is_asked(const json::Value& job, std::string_view annotation) {
  const std::string& value = api::annotation(job, annotation);
  return !value.empty() && job.at("status", "asked", annotation).as_string() != value;
}

void note_asked(json::Value& status, const json::Value& job, std::string_view annotation) {
  if (const std::string& value = api::annotation(job, annotation); !value.empty()) {
    status["asked"][annotation] = value;
  }
}

std::string_view to_string(Verb verb) {
  switch (verb) {
    case Verb::kHold:
      return "hold";
    case Verb::kRelease:
      return "release";
    case Verb::kRequeue:
      return "requeue";
    case Verb::kCancel:
      return "cancel";
    case Verb::kPriority:
      return "priority";
  }
  return "";
}

std::optional<Order> next_order(const json::Value& job, const slurm::Job& seen) {
  const json::Value& spec = job.at("spec");
  const json::Value& status = job.at("status");
  if (is_final(seen.state)) {
    return std::nullopt;
  }
  if (is_asked(job, kCancelAsked)) {
    return Order{Verb::kCancel};
  }
  if (seen.state != JobState::kPending) {
    return is_asked(job, kRequeueAsked) ? std::optional(Order{Verb::kRequeue}) : std::nullopt;
  }
  const bool suspend = spec.at("suspend").as_bool();
  if (suspend && !seen.held) {
    return Order{Verb::kHold};
  }
  if (!suspend && status.at("held").as_bool()) {
    return Order{Verb::kRelease};
  }
  const json::Value& priority = spec.at("priority");
  if (priority.is_int() && priority != status.at("priority")) {
    return Order{Verb::kPriority, priority.as_int()};
  }
  return std::nullopt;
}

json::Value after_order(const json::Value& job, const Order& order, const Result<void>& obeyed,
                        WallTime now) {
  json::Value status = job.at("status");
  switch (order.verb) {
    case Verb::kHold:
      status["held"] = true;
      break;
    case Verb::kRelease:
      status.erase("held");
      break;
    case Verb::kRequeue:
      note_asked(status, job, kRequeueAsked);
      break;
    case Verb::kCancel:
      note_asked(status, job, kCancelAsked);
      break;
    case Verb::kPriority:
      status["priority"] = order.priority;
      break;
  }
  const std::string verb(to_string(order.verb));
  api::set_condition(status,
                     {.type = "Adjusted",
                      .status = obeyed ? "True" : "False",
                      .reason = obeyed ? "Obeyed" : "Refused",
                      .message = obeyed ? verb : verb + ": " + obeyed.error().message},
                     now);
  return status;
}

Command order_command(const Order& order, slurm::JobId id) {
  const std::string number = std::to_string(id);
  switch (order.verb) {
    case Verb::kCancel:
      return {.argv = {"scancel", number}};
    case Verb::kPriority:
      return {.argv = {"scontrol", "update", "JobId=" + number,
                       "Priority=" + std::to_string(order.priority)}};
    default:
      return {.argv = {"scontrol", std::string(to_string(order.verb)), number}};
  }
}

}  // namespace sluice::jobs
