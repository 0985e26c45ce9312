// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_state.h"

#include <algorithm>
#include <set>
#include <string>

#include "api/crd/approval.h"
#include "api/meta.h"
#include "base/text.h"

namespace sluice::api {
namespace {

using Names = std::set<std::string>;

// What other definitions of the group hold.
struct Taken {
  Names resources;
  Names kinds;
};

Taken taken_names(const json::Value& definition, std::span<const json::Value> others) {
  Taken taken;
  for (const json::Value& other : others) {
    if (name(other) == name(definition) ||
        !(other.at("spec", "group") == definition.at("spec", "group"))) {
      continue;
    }
    const json::Value& names = other.at("status", "acceptedNames");
    taken.resources.insert(names.at("plural").as_string());
    taken.resources.insert(names.at("singular").as_string());
    for (const json::Value& short_name : names.at("shortNames").as_array()) {
      taken.resources.insert(short_name.as_string());
    }
    taken.kinds.insert(names.at("kind").as_string());
    taken.kinds.insert(names.at("listKind").as_string());
  }
  return taken;
}

std::string in_use(const std::string& name) {
  return "\"" + name + "\" is already in use";
}

class Naming {
 public:
  Naming(const json::Value& wanted, json::Value& accepted) : wanted_(wanted), accepted_(accepted) {}

  void settle(const char* member, const char* reason, const Names& taken) {
    const std::string& name = wanted_.at(member).as_string();
    if (!(wanted_.at(member) == accepted_.at(member)) && taken.contains(name)) {
      refuse(reason, in_use(name));
    } else {
      accepted_[member] = wanted_.at(member);
    }
  }

  void settle_short_names(const Names& taken) {
    const json::Array& held = accepted_.at("shortNames").as_array();
    std::vector<std::string> faults;
    for (const json::Value& name : wanted_.at("shortNames").as_array()) {
      if (std::find(held.begin(), held.end(), name) == held.end() &&
          taken.contains(name.as_string())) {
        faults.push_back(in_use(name.as_string()));
      }
    }
    if (!faults.empty()) {
      refuse("ShortNamesConflict",
             faults.size() == 1 ? faults.front() : "[" + join(faults, ", ") + "]");
    } else {
      copy("shortNames");
    }
  }

  void copy(const char* member) {
    if (const json::Value* value = wanted_.find(member)) {
      accepted_[member] = *value;
    } else {
      accepted_.erase(member);
    }
  }

  ConditionUpdate condition() const {
    return {.type = "NamesAccepted",
            .status = reason_.empty() ? "True" : "False",
            .reason = reason_.empty() ? std::string_view("NoConflicts") : reason_,
            .message = reason_.empty() ? std::string_view("no conflicts found") : message_};
  }
  bool accepted() const { return reason_.empty(); }

 private:
  void refuse(const char* reason, std::string message) {
    reason_ = reason;
    message_ = std::move(message);
  }

  const json::Value& wanted_;
  json::Value& accepted_;
  std::string reason_;
  std::string message_;
};

}  // namespace

void default_definition(json::Value& definition) {
  json::Value& spec = definition["spec"];
  if (spec.at("conversion", "strategy").as_string().empty()) {
    spec["conversion"]["strategy"] = "None";
  }
  json::Value* service = spec.find("conversion", "webhook", "clientConfig", "service");
  if (service != nullptr && service->find("port") == nullptr) {
    (*service)["port"] = 443;
  }
}

void note_stored_version(json::Value& definition) {
  for (const json::Value& version : definition.at("spec", "versions").as_array()) {
    json::Array& stored = definition["status"]["storedVersions"].array();
    if (version.at("storage").as_bool() &&
        std::find(stored.begin(), stored.end(), version.at("name")) == stored.end()) {
      stored.push_back(version.at("name"));
    }
  }
}

void settle_names(json::Value& definition, std::span<const json::Value> others, WallTime now) {
  const Taken taken = taken_names(definition, others);
  const json::Value wanted = definition.at("spec", "names");
  json::Value& status = definition["status"];
  Naming naming(wanted, status["acceptedNames"]);
  naming.settle("plural", "PluralConflict", taken.resources);
  naming.settle("singular", "SingularConflict", taken.resources);
  naming.settle_short_names(taken.resources);
  naming.settle("kind", "KindConflict", taken.kinds);
  naming.settle("listKind", "ListKindConflict", taken.kinds);
  naming.copy("categories");
  set_condition(status, naming.condition(), now);
  if (naming.accepted()) {
    set_condition(status,
                  {.type = "Established",
                   .status = "True",
                   .reason = "InitialNamesAccepted",
                   .message = "the initial names have been accepted"},
                  now);
  } else if (condition(definition, "Established") == nullptr) {
    set_condition(status,
                  {.type = "Established",
                   .status = "False",
                   .reason = "NotAccepted",
                   .message = "not all names are accepted"},
                  now);
  }
  settle_approval(definition, now);
}

void begin_cleanup(json::Value& definition, WallTime now) {
  json::Array& finalizers = definition["metadata"]["finalizers"].array();
  if (std::find(finalizers.begin(), finalizers.end(), json::Value(kCleanupFinalizer)) ==
      finalizers.end()) {
    finalizers.emplace_back(kCleanupFinalizer);
  }
  set_condition(definition["status"],
                {.type = "Terminating",
                 .status = "True",
                 .reason = "InstanceDeletionInProgress",
                 .message = "CustomResource deletion is in progress"},
                now);
}

void fail_cleanup(json::Value& definition, const std::string& why, WallTime now) {
  const std::string message = "could not issue all deletes: " + why;
  set_condition(definition["status"],
                {.type = "Terminating",
                 .status = "True",
                 .reason = "InstanceDeletionFailed",
                 .message = message},
                now);
}

void end_cleanup(json::Value& definition, const CleanupEnd& end, WallTime now) {
  std::erase(definition["metadata"]["finalizers"].array(), json::Value(kCleanupFinalizer));
  set_condition(
      definition["status"],
      {.type = "Terminating", .status = "False", .reason = end.reason, .message = end.message},
      now);
}

bool is_established(const json::Value& definition) {
  return has_condition(definition, "Established", "True");
}

}  // namespace sluice::api
