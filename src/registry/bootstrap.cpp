// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>
#include <vector>

#include "base/together.h"
#include "json/text.h"
#include "registry/address_objects.h"
#include "registry/flow_originals.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr std::array<std::string_view, 7> kOriginals = {
    R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"default"}})",
    R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system"}})",
    R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-public"}})",
    R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-node-lease"}})",
    R"({"apiVersion":"v1","kind":"ServiceAccount",)"
    R"("metadata":{"name":"default","namespace":"default"}})",
    R"({"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass",)"
    R"("metadata":{"name":"system-cluster-critical"},"value":2000000000,)"
    R"("description":"For pods the cluster cannot do without, on whichever node."})",
    R"({"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass",)"
    R"("metadata":{"name":"system-node-critical"},"value":2000001000,)"
    R"("description":"For pods a node cannot do without."})",
};

Result<void> create_missing(Registry& registry, const json::Value& object) {
  const api::Kind* kind =
      api::find_kind(object.at("apiVersion").as_string(), object.at("kind").as_string());
  CHECK(kind != nullptr);
  const auto created = registry.create(*kind, "", object, {.field_manager = "kube-apiserver"});
  if (!created.has_value() && created.error().code != Code::kAlreadyExists) {
    return tl::unexpected(with_context(
        created.error(), "creating " + kind->qualified_resource() + " " + api::name(object)));
  }
  return {};
}

}  // namespace

Result<void> Registry::bootstrap() {
  follow_definitions();
  for (const std::string_view text : kOriginals) {
    TRY_ASSIGN(const json::Value object, json::parse(text));
    TRY(create_missing(*this, object));
  }
  TRY(repair_addresses(*this));
  const std::vector<json::Value> flows = flow_originals();
  return do_together(flows.size(), [&](std::size_t i) { return create_missing(*this, flows[i]); });
}

}  // namespace sluice::registry
