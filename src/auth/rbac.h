// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "auth/policy.h"
#include "registry/followed.h"

namespace sluice::auth {

// The role-based access control of one cluster: the policy its registry holds, always current.
// Decisions share a lock and cost about a microsecond. Thread-safe. The registry must outlive it.
class Rbac {
 public:
  explicit Rbac(const registry::Registry& registry);

  // When the policy cannot be read, only masters may do anything, and the reason says why.
  Decision decide(const User& user, const Attributes& attributes) const;

  // As Policy's.
  Rules rules_for(const User& user, const std::string& ns, std::vector<std::string>& errors) const;
  Result<Rules> rules_of(const RoleRef& role) const;

 private:
  Result<registry::Followed<Policy>::View> policy() const;

  registry::Followed<Policy> policy_;
};

// The refusal in Kubernetes' words.
Error forbidden(const User& user, const Attributes& attributes, const std::string& reason = "");

}  // namespace sluice::auth
