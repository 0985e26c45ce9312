// SPDX-License-Identifier: Apache-2.0
#include "agent/leaving_pods.h"

#include <algorithm>

#include "api/meta.h"
#include "api/taints.h"

namespace sluice::agent {
namespace {

json::Value eviction(const client::Object& pod) {
  return json::Object{
      {"apiVersion", "policy/v1"},
      {"kind", "Eviction"},
      {"metadata", json::Object{{"name", api::name(pod)}, {"namespace", api::ns(pod)}}},
      {"deleteOptions", json::Object{{"preconditions", json::Object{{"uid", api::uid(pod)}}}}}};
}

}  // namespace

bool must_leave(const json::Value& pod, const json::Value& taint) {
  const std::string& phase = pod.at("status", "phase").as_string();
  if (phase == "Succeeded" || phase == "Failed" ||
      !api::annotation(pod, "kubernetes.io/config.mirror").empty()) {
    return false;
  }
  const json::Value* owner = api::controller_of(pod);
  const json::Array& tolerations = pod.at("spec", "tolerations").as_array();
  const bool comes_again =
      owner != nullptr && owner->at("kind").as_string() == "DaemonSet" &&
      std::any_of(tolerations.begin(), tolerations.end(),
                  [&](const json::Value& toleration) { return api::tolerates(toleration, taint); });
  return !comes_again;
}

Result<std::vector<client::ObjectPtr>> pods_to_leave(client::Client& client,
                                                     const std::string& node,
                                                     const json::Value& taint) {
  TRY_ASSIGN(client::ObjectList pods,
             client.list(api::kinds::pod(), {.field_selector = "spec.nodeName=" + node}));
  std::erase_if(pods.items, [&](const client::ObjectPtr& pod) { return !must_leave(*pod, taint); });
  return std::move(pods.items);
}

Result<std::string> make_leave(client::Client& client, const std::vector<client::ObjectPtr>& pods,
                               bool forced) {
  std::string kept;
  for (const client::ObjectPtr& pod : pods) {
    if (api::is_being_deleted(*pod)) {
      continue;
    }
    const api::Key key = api::key(*pod);
    const auto done =
        forced ? client.remove(api::kinds::pod(), key, {.uid = api::uid(*pod)})
               : client.create_subresource(api::kinds::pod(), key, "eviction", eviction(*pod))
                     .map([](const client::ObjectPtr&) {});
    if (!done && done.error().code == Code::kTooManyRequests) {
      kept = api::to_string(key) + ": " + done.error().message;
    } else if (!done && done.error().code != Code::kNotFound &&
               done.error().code != Code::kConflict) {
      return tl::unexpected(with_context(done.error(), "pod " + api::to_string(key)));
    }
  }
  return kept;
}

}  // namespace sluice::agent
