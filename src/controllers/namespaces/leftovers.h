// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::controllers::namespaces {

// What is still in a namespace that is being deleted.
struct Leftovers {
  std::map<std::string, std::size_t> kinds;       // resource to number of objects
  std::map<std::string, std::size_t> finalizers;  // finalizer to number of objects that have it
  std::optional<Error> failure;                   // the first of what could not be removed

  bool empty() const { return kinds.empty() && !failure; }
};

// Tells them as the conditions of the namespace's status. Those that hold no more are false.
void set_conditions(json::Value& status, const Leftovers& left, WallTime now);

}  // namespace sluice::controllers::namespaces
