// SPDX-License-Identifier: Apache-2.0
#include "runtime/node_lease.h"

#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::runtime {
namespace {

constexpr int kLeaseSeconds = 40;
constexpr const char* kNamespace = "kube-node-lease";

// A control plane that is new may not have made the namespace yet.
Result<void> create_lease(client::Client& client, const api::Key& key, json::Value lease) {
  lease["apiVersion"] = api::kinds::lease().api_version();
  lease["kind"] = api::kinds::lease().kind;
  lease["metadata"]["namespace"] = key.ns;
  lease["metadata"]["name"] = key.name;
  const auto created = client.create(api::kinds::lease(), lease);
  if (created || created.error().code != Code::kNotFound) {
    TRY(created);
    return {};
  }
  const json::Value ns = json::Object{
      {"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::Object{{"name", key.ns}}}};
  TRY(client.create(api::kinds::namespace_(), ns));
  TRY(client.create(api::kinds::lease(), lease));
  return {};
}

}  // namespace

Result<void> renew_node_lease(client::Client& client, const std::string& node, WallTime now) {
  TRY_ASSIGN(const client::ObjectPtr owner, client.get(api::kinds::node(), {"", node}));
  const json::Value reference = json::Object{
      {"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}, {"uid", api::uid(*owner)}};
  const json::Value lease =
      json::Object{{"metadata", json::Object{{"ownerReferences", json::Array{reference}}}},
                   {"spec", json::Object{{"holderIdentity", node},
                                         {"leaseDurationSeconds", kLeaseSeconds},
                                         {"renewTime", format_rfc3339_micro(now)}}}};
  const api::Key key{kNamespace, node};
  const auto renewed = client.patch(api::kinds::lease(), key, {client::PatchType::kMerge, lease});
  if (!renewed && renewed.error().code == Code::kNotFound) {
    return create_lease(client, key, lease);
  }
  TRY(renewed);
  return {};
}

}  // namespace sluice::runtime
