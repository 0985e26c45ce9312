// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "controllers/owned/pods.h"
#include "json/value.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::deployment {

// What to do about a deployment now, in the order of the fields; each step is safe to repeat after
// a crash before the next.
struct Plan {
  std::optional<client::Object> create;  // a replica set
  std::vector<client::Object> update;    // replica sets, with their resourceVersion
  std::vector<client::Object> remove;    // replica sets
  std::string revision;                  // the annotation the deployment is to have; empty: any
  json::Value status;
  std::vector<runtime::Note> notes;
  std::optional<Duration> again;  // look again by then, even if nothing changes
};

// Decides without doing: `deployment` as stored, `sets` all replica sets it controls, `pods` theirs
// (only strategy Recreate looks at them). Pure.
Plan plan(const client::Object& deployment, const std::vector<client::ObjectPtr>& sets,
          const owned::Pods& pods, WallTime now);

}  // namespace sluice::controllers::deployment
