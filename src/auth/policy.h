// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/meta.h"
#include "auth/rule.h"
#include "auth/user.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::auth {

// Names a Role (with the namespace it is in) or a ClusterRole (without one).
struct RoleRef {
  std::string kind;  // "Role", "ClusterRole"
  api::Key key;
};
RoleRef parse_role_ref(const json::Value& reference, const std::string& binding_ns);

struct Decision {
  bool allowed = false;
  std::string reason = {};  // what allows it; for a refusal what went wrong on the way, if anything
};

// Roles and bindings, indexed by who is bound: a decision looks only at the bindings of the user
// and of the user's groups. Not thread-safe; see Rbac.
class Policy {
 public:
  // Takes in an object of one of the four kinds, or its end. The object's kind must be set.
  void put(const json::Value& object);
  void erase(const json::Value& object);

  Decision decide(const User& user, const Attributes& attributes) const;

  // Everything the user may do in `ns` (empty: in the whole cluster only). `errors` receives roles
  // that are bound but missing.
  Rules rules_for(const User& user, const std::string& ns, std::vector<std::string>& errors) const;

  // NotFound, in the words of upstream's own look-up.
  Result<Rules> rules_of(const RoleRef& role) const;

 private:
  struct Subject {
    std::string kind;  // "User", "Group", "ServiceAccount"
    std::string name;
    std::string ns;  // of service accounts
  };
  struct Binding {
    api::Key key;  // cluster-wide without a namespace
    RoleRef role;
    std::vector<Subject> subjects;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Bindings = std::map<api::Key, Binding>;
  // Cluster-wide bindings sort first, then those of each namespace.
  using Bound = std::map<api::Key, const Binding*>;
  using Index = std::unordered_map<std::string, Bound, TextHash, std::equal_to<>>;
  using Visitor = std::function<bool(const Binding&)>;  // false ends the visit

  static Binding parse_binding(const json::Value& object);
  static bool applies(const Subject& subject, const User& user);
  static std::string describe(const Binding& binding, const User& user);
  Bound* bound_to(const Subject& subject);
  void unindex(const Binding& binding);
  void visit(const User& user, const std::string& ns, const Visitor& visitor) const;
  const Rules* find_rules(const RoleRef& role) const;

  std::map<api::Key, Rules> roles_;  // cluster roles without a namespace
  Bindings bindings_;
  Index users_;  // service accounts by their user names
  Index groups_;
};

}  // namespace sluice::auth
