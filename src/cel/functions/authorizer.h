// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cel/value.h"

namespace sluice::cel {

// What an expression asks an authorizer: a path, or a verb on a resource.
struct AccessQuery {
  std::optional<std::string> path;
  std::string group;
  std::string resource;
  std::string subresource;
  std::string namespace_name;
  std::string name;
  std::string verb;
  std::string service_account;  // "namespace:name" when it asks for another than the requester
  std::string field_selector;
  std::string label_selector;
};

struct AccessDecision {
  bool allowed = false;
  std::string reason;
  std::string error;
};

// Implemented by the caller that has one; must be safe to call from several threads.
class Authorizer {
 public:
  virtual ~Authorizer() = default;
  virtual AccessDecision decide(const AccessQuery& query) const = 0;
};

// Values for the variables `authorizer` and `authorizer.requestResource`, and their types.
Value authorizer_value(std::shared_ptr<const Authorizer> authorizer);
Value resource_check_value(std::shared_ptr<const Authorizer> authorizer, AccessQuery query);
Type authorizer_type();
Type resource_check_type();

}  // namespace sluice::cel
