// SPDX-License-Identifier: Apache-2.0
#include "jobs/definition.h"

#include <memory>

#include "api/crd/custom_resource.h"
#include "api/crd/definition_state.h"
#include "json/yaml.h"

namespace sluice::jobs {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);
constexpr Duration kLookEvery = std::chrono::milliseconds(50);

// The managed copy is the server's business: only what we say is applied.
Result<void> apply(client::Client& client, const api::Key& key, json::Value definition) {
  TRY(client.patch(
      api::kinds::custom_resource_definition(), key,
      {.type = client::PatchType::kApply, .body = std::move(definition), .force = true}));
  return {};
}

}  // namespace

Result<api::KindPtr> install_definition(client::Client& client, Clock& clock) {
  TRY_ASSIGN(auto documents, json::parse_yaml(definition_text()));
  CHECK(documents.size() == 1);
  const api::Key key{"", api::name(documents.front())};
  if (auto applied = apply(client, key, std::move(documents.front())); !applied) {
    return tl::unexpected(with_context(std::move(applied).error(), "installing " + key.name));
  }
  const SteadyTime deadline = clock.steady() + kPatience;
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  while (true) {
    TRY_ASSIGN(const client::ObjectPtr stored,
               client.get(api::kinds::custom_resource_definition(), key));
    const auto kinds = api::custom_kinds(stored);
    if (api::is_established(*stored) && !kinds.empty()) {
      return kinds.front();
    }
    if (clock.steady() >= deadline) {
      return fail(Code::kTimeout, key.name + " is not served");
    }
    clock.wait_until(lock, never, clock.steady() + kLookEvery);
  }
}

}  // namespace sluice::jobs
