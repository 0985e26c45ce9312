// SPDX-License-Identifier: Apache-2.0
#include "api/crd/approval.h"

#include <string>

#include "api/meta.h"
#include "base/go_text.h"

namespace sluice::api {
namespace {

// With a scheme and a host.
bool is_url(std::string_view text) {
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos || scheme == 0) {
    return false;
  }
  const std::string_view host = text.substr(scheme + 3);
  return !host.empty() && host.front() != '/';
}

}  // namespace

Approval approval_of(const json::Value& definition) {
  const std::string& group = definition.at("spec", "group").as_string();
  const bool guarded = group == "k8s.io" || group.ends_with(".k8s.io") ||
                       group == "kubernetes.io" || group.ends_with(".kubernetes.io");
  const std::string& word = annotation(definition, kApproval);
  return !guarded                         ? Approval::kNotNeeded
         : word.empty()                   ? Approval::kMissing
         : word.starts_with("unapproved") ? Approval::kUnapproved
         : is_url(word)                   ? Approval::kApproved
                                          : Approval::kBad;
}

void settle_approval(json::Value& definition, WallTime now) {
  const std::string& word = annotation(definition, kApproval);
  ConditionUpdate update{.type = "KubernetesAPIApprovalPolicyConformant"};
  std::string message;
  switch (approval_of(definition)) {
    case Approval::kApproved:
      message = "approved in " + word;
      update.status = "True";
      update.reason = "ApprovedAnnotation";
      break;
    case Approval::kUnapproved:
      message = "not approved: " + go_quoted(word);
      update.status = "False";
      update.reason = "UnapprovedAnnotation";
      break;
    default:
      return;
  }
  update.message = message;
  set_condition(definition["status"], update, now);
}

}  // namespace sluice::api
