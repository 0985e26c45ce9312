// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "controllers/owned/pods.h"
#include "json/value.h"
#include "runtime/event_recorder.h"

namespace sluice::controllers::daemonset {

// What to do about a daemon set now.
struct Plan {
  std::vector<std::string> create;  // nodes that get a pod
  owned::Pods remove;
  std::vector<std::string> failed;  // nodes of removed pods that had failed
  json::Value status;
  std::vector<runtime::Note> notes;
  std::optional<Duration> again;
};

// What a plan is made from: all pods of the set, all nodes, the name of its present template, and
// how long a pod that failed on that node has to stay.
struct View {
  const owned::Pods& pods;
  const std::vector<client::ObjectPtr>& nodes;
  std::string hash;
  std::function<Duration(const std::string& node)> rest;
};

// Decides without doing. Pure.
Plan plan(const client::Object& set, const View& view, WallTime now);

}  // namespace sluice::controllers::daemonset
