// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/leftovers.h"

#include "api/meta.h"

namespace sluice::controllers::namespaces {
namespace {

std::string counted(const std::map<std::string, std::size_t>& numbers) {
  std::string text;
  for (const auto& [name, number] : numbers) {
    text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(number) + ")";
  }
  return text;
}

}  // namespace

void set_conditions(json::Value& status, const Leftovers& left, WallTime now) {
  const auto set = [&](std::string_view type, bool holds, std::string_view reason,
                       std::string_view message) {
    api::set_condition(status, {type, holds ? "True" : "False", reason, message}, now);
  };
  set("NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered", "all kinds are known");
  set("NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
      "all kinds are known");
  if (left.failure) {
    set("NamespaceDeletionContentFailure", true, "ContentDeletionFailed", left.failure->message);
  } else {
    set("NamespaceDeletionContentFailure", false, "ContentDeleted",
        "all that may go is deleted; some of it may have finalizers");
  }
  if (left.failure && left.kinds.empty()) {
    return;  // nobody knows what is left
  }
  if (left.kinds.empty()) {
    set("NamespaceContentRemaining", false, "ContentRemoved", "nothing is left");
  } else {
    set("NamespaceContentRemaining", true, "SomeResourcesRemain",
        "still there: " + counted(left.kinds));
  }
  if (left.finalizers.empty()) {
    set("NamespaceFinalizersRemaining", false, "ContentHasNoFinalizers", "no finalizers are left");
  } else {
    set("NamespaceFinalizersRemaining", true, "SomeFinalizersRemain",
        "objects wait for their finalizers: " + counted(left.finalizers));
  }
}

}  // namespace sluice::controllers::namespaces
