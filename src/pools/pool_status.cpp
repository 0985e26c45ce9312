// SPDX-License-Identifier: Apache-2.0
#include "pools/pool_status.h"

#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::pools {
namespace {

constexpr const char* kFailed = "ScalingFailed";

json::Value present(const json::Value& object) {
  json::Value status = object.at("status").is_object() ? object.at("status") : json::Object{};
  status["observedGeneration"] = object.at("metadata", "generation");
  return status;
}

}  // namespace

std::optional<WallTime> last_move(const json::Value& object) {
  const auto time = parse_rfc3339(object.at("status", "lastMoveTime").as_string());
  return time ? std::optional(*time) : std::nullopt;
}

bool has_failed(const json::Value& object) {
  const json::Value* balanced = api::condition(object, "Balanced");
  return balanced != nullptr && balanced->at("reason").as_string() == kFailed;
}

json::Value status_after(const json::Value& object, const Pool& pool, const Decision& decision,
                         const std::string& failure, WallTime now) {
  json::Value status = present(object);
  json::Array lines;
  for (const std::string& line : decision.explanation) {
    lines.emplace_back(line);
  }
  status["explanation"] = std::move(lines);
  if (!decision.changes.empty() || pool.dry_run) {
    json::Array changes;
    for (const ScaleChange& change : decision.changes) {
      changes.push_back(json::Object{{"member", pool.members[change.member].name},
                                     {"from", change.from},
                                     {"to", change.to},
                                     {"why", change.why}});
    }
    status["changes"] = std::move(changes);
  }
  if (decision.for_work && !pool.dry_run && failure.empty()) {
    status["lastMoveTime"] = format_rfc3339(now);
  }
  api::ConditionUpdate balanced{"Balanced", "True", "NothingToDo", ""};
  if (!failure.empty()) {
    balanced = {"Balanced", "False", kFailed, failure};
  } else if (!decision.changes.empty()) {
    balanced = pool.dry_run ? api::ConditionUpdate{"Balanced", "False", "DryRun",
                                                   "status.changes says what would be done"}
                            : api::ConditionUpdate{"Balanced", "False", "Moving", ""};
  } else if (decision.wants_more) {
    balanced = {"Balanced", "False", "NoMachines", "status.explanation says who needs machines"};
  }
  api::set_condition(status, balanced, now);
  return status;
}

json::Value status_of_invalid(const json::Value& object, const std::string& why, WallTime now) {
  json::Value status = present(object);
  api::set_condition(status, {"Balanced", "False", "Invalid", why}, now);
  return status;
}

}  // namespace sluice::pools
