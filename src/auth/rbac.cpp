// SPDX-License-Identifier: Apache-2.0
//
// Why nothing can slip through: the store makes a write readable, puts it into the watches' buffers
// and calls set_ready, all before the writer is answered. So `behind_` is set before anybody can
// know of the write, and whoever decides after that reads the watches first.
#include "auth/rbac.h"

#include <mutex>

#include "api/kind.h"

namespace sluice::auth {

namespace {

// So that nothing in a message is taken for markup where it is shown.
std::string without_markup(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string refusal(const User& user, const Attributes& wanted) {
  const std::string start = "User \"" + user.name + "\" cannot " + wanted.verb;
  if (!wanted.is_resource) {
    return start + " path \"" + wanted.path + "\"";
  }
  const std::string scope =
      wanted.ns.empty() ? " at the cluster scope" : " in the namespace \"" + wanted.ns + "\"";
  return start + " resource \"" + wanted.full_resource() + "\" in API group \"" + wanted.group +
         "\"" + scope;
}

}  // namespace

Result<void> Rbac::watch_everything() const {
  watches_.clear();
  policy_ = Policy();
  for (const auto kind : {api::kinds::role, api::kinds::cluster_role, api::kinds::role_binding,
                          api::kinds::cluster_role_binding}) {
    TRY_ASSIGN(auto watch, registry_.watch(kind(), {}));
    watch->set_ready([behind = behind_] { behind->store(true); });
    watches_.push_back(std::move(watch));
  }
  return {};
}

// With the lock held alone.
Result<void> Rbac::catch_up() const {
  if (watches_.empty()) {
    TRY(watch_everything());
  }
  behind_->store(false);
  for (const auto& watch : watches_) {
    while (true) {
      auto event = watch->try_next();
      if (!event.has_value()) {
        return tl::unexpected(std::move(event).error());
      }
      if (!event->has_value()) {
        break;
      }
      TRY_ASSIGN(const json::Value object, (*event)->object.decode());
      (*event)->type == client::EventType::kDeleted ? policy_.erase(object) : policy_.put(object);
    }
  }
  return {};
}

Result<std::shared_lock<std::shared_mutex>> Rbac::current() const {
  if (behind_->load()) {
    const std::unique_lock lock(mutex_);
    auto caught_up = catch_up();
    if (!caught_up) {
      // Too slow for the changes: begin again from the state there is.
      watches_.clear();
      caught_up = catch_up();
    }
    if (!caught_up) {
      watches_.clear();
      behind_->store(true);
      return tl::unexpected(with_context(caught_up.error(), "reading roles and bindings"));
    }
  }
  return std::shared_lock(mutex_);
}

Decision Rbac::decide(const User& user, const Attributes& attributes) const {
  if (user.in(kMasters)) {
    return {.allowed = true};
  }
  const auto lock = current();
  return lock ? policy_.decide(user, attributes) : Decision{false, lock.error().message};
}

Rules Rbac::rules_for(const User& user, const std::string& ns,
                      std::vector<std::string>& errors) const {
  const auto lock = current();
  if (!lock) {
    errors.push_back(lock.error().message);
    return {};
  }
  return policy_.rules_for(user, ns, errors);
}

Result<Rules> Rbac::rules_of(const RoleRef& role) const {
  TRY_ASSIGN(const auto lock, current());
  return policy_.rules_of(role);
}

Error forbidden(const User& user, const Attributes& attributes, const std::string& reason) {
  std::string subject;
  if (attributes.is_resource) {
    subject = attributes.resource + (attributes.group.empty() ? "" : "." + attributes.group);
    subject += attributes.name.empty() ? " is " : " \"" + attributes.name + "\" is ";
  }
  std::string why = without_markup(refusal(user, attributes));
  why += reason.empty() ? "" : ": " + reason;
  return Error{Code::kForbidden, subject + "forbidden: " + why};
}

}  // namespace sluice::auth
