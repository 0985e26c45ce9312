// SPDX-License-Identifier: Apache-2.0
#include "auth/rbac.h"

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

Rbac::Rbac(const registry::Registry& registry)
    : policy_(registry, {&api::kinds::role(), &api::kinds::cluster_role(),
                         &api::kinds::role_binding(), &api::kinds::cluster_role_binding()}) {}

Result<registry::Followed<Policy>::View> Rbac::policy() const {
  auto view = policy_.current();
  if (!view) {
    return tl::unexpected(with_context(view.error(), "reading roles and bindings"));
  }
  return view;
}

Decision Rbac::decide(const User& user, const Attributes& attributes) const {
  if (user.in(kMasters)) {
    return {.allowed = true};
  }
  const auto view = policy();
  return view ? (*view)->decide(user, attributes) : Decision{false, view.error().message};
}

Rules Rbac::rules_for(const User& user, const std::string& ns,
                      std::vector<std::string>& errors) const {
  const auto view = policy();
  if (!view) {
    errors.push_back(view.error().message);
    return {};
  }
  return (*view)->rules_for(user, ns, errors);
}

Result<Rules> Rbac::rules_of(const RoleRef& role) const {
  TRY_ASSIGN(const auto view, policy());
  return view->rules_of(role);
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
