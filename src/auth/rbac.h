// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "auth/policy.h"
#include "registry/registry.h"

namespace sluice::auth {

// The role-based access control of one cluster: the policy its registry holds, always current. It
// watches the roles and bindings; a decision first takes in what was written since the last one, so
// that whoever has seen a write succeed also sees it in force. Decisions share a lock and cost
// about a microsecond. Thread-safe. The registry must outlive it.
class Rbac {
 public:
  explicit Rbac(const registry::Registry& registry) : registry_(registry) {}

  // When the policy cannot be read, only masters may do anything, and the reason says why.
  Decision decide(const User& user, const Attributes& attributes) const;

  // As Policy's.
  Rules rules_for(const User& user, const std::string& ns, std::vector<std::string>& errors) const;
  Result<Rules> rules_of(const RoleRef& role) const;

 private:
  // A current policy to read from, with the lock that keeps it so.
  Result<std::shared_lock<std::shared_mutex>> current() const;
  Result<void> catch_up() const;
  Result<void> watch_everything() const;

  const registry::Registry& registry_;
  mutable std::shared_mutex mutex_;
  mutable Policy policy_;
  mutable std::vector<std::unique_ptr<registry::Watch>> watches_;
  // Something was written since the last look. Shared with the watches' callbacks, which may run
  // once more while this ends.
  const std::shared_ptr<std::atomic<bool>> behind_ = std::make_shared<std::atomic<bool>>(true);
};

// The refusal in Kubernetes' words.
Error forbidden(const User& user, const Attributes& attributes, const std::string& reason = "");

}  // namespace sluice::auth
