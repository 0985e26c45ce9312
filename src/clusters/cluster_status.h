// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "clusters/objects.h"
#include "json/value.h"

namespace sluice::clusters {

// How a component is, found in its objects.
struct ComponentNow {
  Component component;
  bool ready = false;
  std::string message;  // why not
};

// Of its StatefulSet or Deployment, null when there is none, and its pods.
ComponentNow look(const Component& component, const json::Value& workload,
                  const std::vector<const json::Value*>& pods);

// Ready when all are; starts from the present status, so that times survive. Pure.
json::Value status_of(const json::Value& object, const std::vector<ComponentNow>& components,
                      WallTime now);

// The same, while what is wanted is not what is in effect: not ready, whatever runs.
json::Value status_while_changing(const json::Value& object,
                                  const std::vector<ComponentNow>& components,
                                  std::string_view reason, std::string_view message, WallTime now);

// Nothing is touched until somebody acts: `reason` and `message` say what is wrong.
json::Value status_of_refused(const json::Value& object, std::string_view reason,
                              std::string_view message, WallTime now);

}  // namespace sluice::clusters
