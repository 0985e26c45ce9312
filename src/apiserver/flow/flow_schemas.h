// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "auth/attributes.h"
#include "auth/user.h"
#include "auth/wildcard.h"
#include "json/value.h"

namespace sluice::apiserver {

// The flow schemas and priority levels of a cluster, in the order in which they are tried. Not
// thread-safe by itself; registry::Followed keeps it.
class FlowSchemas {
 public:
  // Takes in a FlowSchema or a PriorityLevelConfiguration, or its end.
  void put(const json::Value& object);
  void erase(const json::Value& object);

  // The UIDs of the objects a request falls under.
  struct Flow {
    std::string schema;
    std::string level;
  };
  // Nothing: no schema matches, or its level is missing.
  std::optional<Flow> classify(const auth::User& user, const auth::Attributes& request) const;

 private:
  struct Subject {
    std::string kind;
    std::string name;
    std::string ns;  // of service accounts
  };
  struct Resources {
    auth::Words verbs;
    auth::Words groups;
    auth::Words resources;
    auth::Words namespaces;
    bool cluster_scope = false;
  };
  struct Paths {
    auth::Words verbs;
    auth::Words urls;
  };
  struct Rule {
    std::vector<Subject> subjects;
    std::vector<Resources> resources;
    std::vector<Paths> paths;
  };
  struct Schema {
    std::string uid;
    std::string level;
    std::vector<Rule> rules;
  };
  using Place = std::pair<std::int64_t, std::string>;  // precedence, then name

  static Rule parse_rule(const json::Value& text);
  static bool matches(const Subject& subject, const auth::User& user);
  static bool matches(const Resources& rule, const auth::Attributes& request);
  static bool matches(const Paths& rule, const auth::Attributes& request);
  static bool matches(const Rule& rule, const auth::User& user, const auth::Attributes& request);

  std::map<Place, Schema> schemas_;
  std::map<std::string, std::string, std::less<>> levels_;  // name to UID
};

}  // namespace sluice::apiserver
