// SPDX-License-Identifier: Apache-2.0
#include "runtime/definitions.h"

#include "api/crd/custom_resource.h"
#include "api/crd/definition_state.h"
#include "base/waiting.h"
#include "json/yaml.h"

namespace sluice::runtime {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);
constexpr Duration kLookEvery = std::chrono::milliseconds(50);

}  // namespace

// The managed copy is the server's business: only what we say is applied.
Result<void> apply(client::Client& client, json::Value document) {
  const api::Kind* kind =
      api::find_kind(document.at("apiVersion").as_string(), document.at("kind").as_string());
  CHECK(kind != nullptr);
  const api::Key key = api::key(document);
  const auto applied = client.patch(
      *kind, key, {.type = client::PatchType::kApply, .body = std::move(document), .force = true});
  if (!applied) {
    return tl::unexpected(with_context(
        applied.error(), "installing the " + std::string(kind->kind) + " " + key.name));
  }
  return {};
}

Result<void> apply_documents(client::Client& client, std::string_view yaml) {
  TRY_ASSIGN(auto documents, json::parse_yaml(yaml));
  for (json::Value& document : documents) {
    TRY(apply(client, std::move(document)));
  }
  return {};
}

Result<api::KindPtr> await_kind(client::Client& client, Clock& clock, const std::string& name) {
  const SteadyTime deadline = clock.steady() + kPatience;
  while (true) {
    TRY_ASSIGN(const client::ObjectPtr stored,
               client.get(api::kinds::custom_resource_definition(), {"", name}));
    const auto kinds = api::custom_kinds(stored);
    if (api::is_established(*stored) && !kinds.empty()) {
      return kinds.front();
    }
    if (clock.steady() >= deadline) {
      return fail(Code::kTimeout, name + " is not served");
    }
    pause(clock, kLookEvery);
  }
}

}  // namespace sluice::runtime
