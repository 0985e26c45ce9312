// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "controllers/owned/pods.h"
#include "json/value.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::statefulset {

// What to do about a stateful set now.
struct Plan {
  struct Creation {
    std::int64_t ordinal;
    client::ObjectPtr revision;
  };
  std::vector<Creation> create;
  std::vector<std::int64_t> pending;  // pods that may wait for claims that somebody has deleted
  owned::Pods repair;                 // pods that have lost the labels by which they are found
  owned::Pods remove;                 // to be replaced, or one too many
  owned::Pods surplus;  // all that are too many: their claims go with them if the set wants it
  json::Value status;
  std::vector<runtime::Note> notes;
  std::vector<std::string> failed;  // names of those that are removed because they have failed
  std::optional<Duration> again;
};

// How long a failed pod of that name still has to stay.
using Rest = std::function<Duration(const std::string& pod)>;

// Decides without doing: `pods` all pods of the set, `revisions` all its revisions, oldest first,
// the last one that of its present template. Pure.
Plan plan(const client::Object& set, const owned::Pods& pods,
          const std::vector<client::ObjectPtr>& revisions, const Rest& rest, WallTime now);

}  // namespace sluice::controllers::statefulset
