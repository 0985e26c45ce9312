// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "json/text.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

struct Original {
  const api::Kind& (*kind)();
  std::string_view text;
};

constexpr std::array kOriginals = {
    Original{api::kinds::namespace_, R"({"metadata":{"name":"default"}})"},
    Original{api::kinds::namespace_, R"({"metadata":{"name":"kube-system"}})"},
    Original{api::kinds::namespace_, R"({"metadata":{"name":"kube-public"}})"},
    Original{api::kinds::namespace_, R"({"metadata":{"name":"kube-node-lease"}})"},
    Original{api::kinds::priority_class,
             R"({"metadata":{"name":"system-cluster-critical"},"value":2000000000,)"
             R"("description":"For pods the cluster cannot do without, on whichever node."})"},
    Original{api::kinds::priority_class,
             R"({"metadata":{"name":"system-node-critical"},"value":2000001000,)"
             R"("description":"For pods a node cannot do without."})"},
};

}  // namespace

Result<void> Registry::bootstrap() {
  follow_definitions();
  for (const Original& original : kOriginals) {
    TRY_ASSIGN(const json::Value object, json::parse(original.text));
    const auto created = create(original.kind(), "", object, {.field_manager = "kube-apiserver"});
    if (!created.has_value() && created.error().code != Code::kAlreadyExists) {
      return tl::unexpected(with_context(
          created.error(),
          "creating " + original.kind().qualified_resource() + " " + api::name(object)));
    }
  }
  return {};
}

}  // namespace sluice::registry
