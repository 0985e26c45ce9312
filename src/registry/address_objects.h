// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::registry {

class Registry;

// The IPAddress objects of a service that is about to be written, one for each of its addresses:
// there before the service says so, gone after it no longer does. What was made for a service that
// is not written goes again. For use on one thread; the registry outlives it.
class AddressObjects {
 public:
  // Makes those that `after` has and `before` has not (either may be null: no service). Conflict
  // when somebody else holds one. Other kinds have none.
  static Result<AddressObjects> reserve(Registry& registry, const api::Kind& kind,
                                        const json::Value& before, const json::Value& after);
  ~AddressObjects();
  AddressObjects(AddressObjects&& other) noexcept;
  AddressObjects& operator=(AddressObjects&&) = delete;

  // The service is written: what it has given up goes.
  void settle();

 private:
  explicit AddressObjects(Registry& registry) : registry_(registry) {}
  void remove(const std::vector<std::string>& addresses) noexcept;

  Registry& registry_;
  std::vector<std::string> made_ = {};
  std::vector<std::string> left_ = {};
};

// The service an IPAddress belongs to, as "<namespace>/<name>"; empty: none.
std::string service_of_address(const json::Value& address);

// Makes those that are missing and removes those whose service is gone: after a crash, and for
// services older than this.
Result<void> repair_addresses(Registry& registry);

}  // namespace sluice::registry
