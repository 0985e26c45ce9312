// SPDX-License-Identifier: Apache-2.0
#include "cmd/workload_pods.h"

#include <algorithm>
#include <iterator>

#include "api/defaults.h"
#include "api/kind.h"
#include "api/meta.h"
#include "api/validate.h"
#include "kubelet/pod_resources.h"

namespace sluice::cmd {
namespace {

const json::Value* template_of(const json::Value& document) {
  for (const json::Value* made :
       {document.find("spec", "template"), document.find("template"),  // PodTemplate
        document.find("spec", "jobTemplate", "spec", "template")}) {
    if (made != nullptr && made->find("spec", "containers") != nullptr) {
      return made;
    }
  }
  return nullptr;
}

// Names are given out when a pod is made; this one only shows where they go.
std::string name_of_made(const json::Value& document) {
  return api::name(document) + (document.at("kind").as_string() == "StatefulSet" ? "-0" : "-xxxxx");
}

Result<json::Value> complete(json::Value pod) {
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  if (api::ns(pod).empty()) {
    pod["metadata"]["namespace"] = "default";
  }
  TRY(kubelet::pod_resources(pod));  // names a bad quantity better than the check of types
  const api::Kind& kind = api::kinds::pod();
  TRY_ASSIGN(const std::vector<std::string> unknown, api::check_types(kind, pod));
  if (!unknown.empty()) {
    return fail(Code::kInvalid, "unknown field \"" + unknown.front() + "\"");
  }
  api::apply_defaults(kind, pod);
  TRY(api::validate_create(kind, pod));
  return pod;
}

}  // namespace

Result<std::vector<WorkloadPod>> pods_of(const json::Value& document) {
  const std::string& kind = document.at("kind").as_string();
  std::vector<WorkloadPod> pods;
  if (kind.ends_with("List")) {
    for (const json::Value& item : document.at("items").as_array()) {
      TRY_ASSIGN(std::vector<WorkloadPod> some, pods_of(item));
      std::move(some.begin(), some.end(), std::back_inserter(pods));
    }
    return pods;
  }
  const json::Value* made = kind == "Pod" ? &document : template_of(document);
  if (made == nullptr) {
    return pods;
  }
  json::Value pod = *made;
  std::string of;
  if (made != &document) {
    of = kind + " " + api::name(document);
    pod["metadata"]["name"] = name_of_made(document);
    pod["metadata"]["namespace"] = api::ns(document);
  }
  auto completed = complete(std::move(pod));
  if (!completed) {
    return tl::unexpected(
        with_context(std::move(completed).error(), of.empty() ? "Pod " + api::name(document) : of));
  }
  pods.push_back({std::move(of), std::move(*completed)});
  return pods;
}

}  // namespace sluice::cmd
