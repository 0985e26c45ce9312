// SPDX-License-Identifier: Apache-2.0
#include "api/apply/conflicts.h"

#include <algorithm>
#include <tuple>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string describe(const ManagedEntry& entry) {
  std::string text = json::write(entry.manager);
  if (!entry.subresource.empty()) {
    text += " with subresource " + json::write(entry.subresource);
  }
  return entry.applied ? text : text + " using " + entry.api_version;
}

bool before(const ManagedEntry& a, const ManagedEntry& b) {
  if (a.manager == b.manager && a.applied != b.applied) {
    return a.applied;
  }
  return std::tie(a.manager, a.api_version, a.subresource) <
         std::tie(b.manager, b.api_version, b.subresource);
}

}  // namespace

Error apply_conflict(ManagedFields conflicts) {
  std::sort(conflicts.begin(), conflicts.end(), before);
  Error error{Code::kConflict, ""};
  std::string lines;
  for (const ManagedEntry& entry : conflicts) {
    const std::string manager = describe(entry);
    lines += (lines.empty() ? "conflicts with " : "\nconflicts with ") + manager + ":";
    entry.fields.for_each([&](const std::string& path) {
      error.causes.push_back({"FieldManagerConflict", "conflict with " + manager, path});
      lines += "\n- " + path;
    });
  }
  const ErrorCause& first = error.causes.front();
  error.message =
      error.causes.size() == 1
          ? "Apply failed with 1 conflict: " + first.message + ": " + first.field
          : "Apply failed with " + std::to_string(error.causes.size()) + " conflicts: " + lines;
  return error;
}

}  // namespace sluice::api
