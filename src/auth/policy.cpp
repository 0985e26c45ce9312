// SPDX-License-Identifier: Apache-2.0
#include "auth/policy.h"

#include <set>

#include "base/text.h"

namespace sluice::auth {

namespace {

bool is_role(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  return kind == "Role" || kind == "ClusterRole";
}

Error missing_role(const RoleRef& role) {
  return {Code::kNotFound,
          to_lower(role.kind) + ".rbac.authorization.k8s.io \"" + role.key.name + "\" not found"};
}

// "a" or "[a, b]", as upstream joins several errors.
std::string aggregate(const std::vector<std::string>& errors) {
  return errors.size() == 1 ? errors.front() : "[" + join(errors, ", ") + "]";
}

std::string in_quotes(const std::string& text) {
  return "\"" + text + "\"";
}

}  // namespace

RoleRef parse_role_ref(const json::Value& reference, const std::string& binding_ns) {
  const std::string& kind = reference.at("kind").as_string();
  return {kind, {kind == "Role" ? binding_ns : "", reference.at("name").as_string()}};
}

Policy::Binding Policy::parse_binding(const json::Value& object) {
  Binding binding{api::key(object), parse_role_ref(object.at("roleRef"), api::ns(object)), {}};
  for (const json::Value& subject : object.at("subjects").as_array()) {
    const std::string& ns = subject.at("namespace").as_string();
    binding.subjects.push_back({subject.at("kind").as_string(), subject.at("name").as_string(),
                                ns.empty() ? binding.key.ns : ns});
  }
  return binding;
}

void Policy::put(const json::Value& object) {
  const api::Key key = api::key(object);
  if (is_role(object)) {
    roles_[key] = parse_rules(object.at("rules"));
    return;
  }
  erase(object);
  const Binding& binding = bindings_[key] = parse_binding(object);
  for (const Subject& subject : binding.subjects) {
    if (Bound* bound = bound_to(subject)) {
      (*bound)[key] = &binding;
    }
  }
}

void Policy::erase(const json::Value& object) {
  const api::Key key = api::key(object);
  if (is_role(object)) {
    roles_.erase(key);
    return;
  }
  if (const auto found = bindings_.find(key); found != bindings_.end()) {
    unindex(found->second);
    bindings_.erase(found);
  }
}

Policy::Bound* Policy::bound_to(const Subject& subject) {
  if (subject.kind == "User") {
    return &users_[subject.name];
  }
  if (subject.kind == "Group") {
    return &groups_[subject.name];
  }
  const bool account = subject.kind == "ServiceAccount" && !subject.ns.empty();
  return account ? &users_[service_account_name({subject.ns, subject.name})] : nullptr;
}

void Policy::unindex(const Binding& binding) {
  for (const Subject& subject : binding.subjects) {
    Bound* bound = bound_to(subject);
    if (bound == nullptr) {
      continue;
    }
    bound->erase(binding.key);
    if (bound->empty()) {
      const bool group = subject.kind == "Group";
      (group ? groups_ : users_)
          .erase(subject.kind == "ServiceAccount" ? service_account_name({subject.ns, subject.name})
                                                  : subject.name);
    }
  }
}

void Policy::visit(const User& user, const std::string& ns, const Visitor& visitor) const {
  const auto visit_bound = [&](const Index& index, const std::string& subject) {
    const auto found = index.find(std::string_view(subject));
    if (found == index.end()) {
      return true;
    }
    const Bound& bound = found->second;
    for (auto at = bound.begin(); at != bound.end() && at->first.ns.empty(); ++at) {
      if (!visitor(*at->second)) {
        return false;
      }
    }
    if (ns.empty()) {
      return true;
    }
    for (auto at = bound.lower_bound({ns, ""}); at != bound.end() && at->first.ns == ns; ++at) {
      if (!visitor(*at->second)) {
        return false;
      }
    }
    return true;
  };
  bool more = visit_bound(users_, user.name);
  for (auto group = user.groups.begin(); more && group != user.groups.end(); ++group) {
    more = visit_bound(groups_, *group);
  }
}

const Rules* Policy::find_rules(const RoleRef& role) const {
  const auto found = roles_.find(role.key);
  return found == roles_.end() ? nullptr : &found->second;
}

Result<Rules> Policy::rules_of(const RoleRef& role) const {
  const Rules* rules = find_rules(role);
  if (rules == nullptr) {
    return tl::unexpected(missing_role(role));
  }
  return *rules;
}

Decision Policy::decide(const User& user, const Attributes& attributes) const {
  if (user.in(kMasters)) {
    return {.allowed = true};
  }
  Decision decision;
  std::vector<std::string> errors;
  visit(user, attributes.ns, [&](const Binding& binding) {
    const Rules* rules = find_rules(binding.role);
    if (rules == nullptr) {
      errors.push_back(missing_role(binding.role).message);
      return true;
    }
    for (const Rule& rule : *rules) {
      if (allows(rule, attributes)) {
        decision = {true, "RBAC: allowed by " + describe(binding, user)};
        return false;
      }
    }
    return true;
  });
  if (!decision.allowed && !errors.empty()) {
    decision.reason = "RBAC: " + aggregate(errors);
  }
  return decision;
}

Rules Policy::rules_for(const User& user, const std::string& ns,
                        std::vector<std::string>& errors) const {
  Rules all;
  std::set<const Binding*> seen;  // a binding may hold the user in several ways
  visit(user, ns, [&](const Binding& binding) {
    if (!seen.insert(&binding).second) {
      return true;
    }
    if (const Rules* rules = find_rules(binding.role)) {
      all.insert(all.end(), rules->begin(), rules->end());
    } else {
      errors.push_back(missing_role(binding.role).message);
    }
    return true;
  });
  return all;
}

bool Policy::applies(const Subject& subject, const User& user) {
  if (subject.kind == "User") {
    return subject.name == user.name;
  }
  return subject.kind == "Group" ? user.in(subject.name)
                                 : user.name == service_account_name({subject.ns, subject.name});
}

// ClusterRoleBinding "b" of ClusterRole "r" to Group "g"
std::string Policy::describe(const Binding& binding, const User& user) {
  const bool cluster = binding.key.ns.empty();
  std::string text = cluster ? "ClusterRoleBinding " : "RoleBinding ";
  text += in_quotes(cluster ? binding.key.name : binding.key.name + "/" + binding.key.ns);
  text += " of " + binding.role.kind + " " + in_quotes(binding.role.key.name);
  for (const Subject& subject : binding.subjects) {
    if (applies(subject, user)) {
      const bool account = subject.kind == "ServiceAccount";
      return text + " to " + subject.kind + " " +
             in_quotes(account ? subject.name + "/" + subject.ns : subject.name);
    }
  }
  return text;
}

}  // namespace sluice::auth
