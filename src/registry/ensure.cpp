// SPDX-License-Identifier: Apache-2.0
#include "registry/ensure.h"

#include "api/kind.h"
#include "api/meta.h"
#include "json/patch.h"

namespace sluice::registry {
namespace {

constexpr const char* kManager = "kube-apiserver";

}  // namespace

Result<void> ensure(Registry& registry, const json::Value& wanted) {
  const api::KindPtr kind = registry.catalog().find_kind(wanted.at("apiVersion").as_string(),
                                                         wanted.at("kind").as_string());
  CHECK(kind != nullptr);
  const api::Key key = api::key(wanted);
  const auto stored = registry.get(*kind, key);
  if (!stored && stored.error().code == Code::kNotFound) {
    TRY(registry.create(*kind, key.ns, wanted, {.field_manager = kManager}));
    return {};
  }
  TRY(stored);
  TRY_ASSIGN(const json::Value object, stored->decode());
  if (json::merge_patch(object, wanted) == object) {
    return {};
  }
  TRY(registry.patch(*kind, {.key = key,
                             .patch = {client::PatchType::kMerge, wanted},
                             .options = {.field_manager = kManager}}));
  return {};
}

}  // namespace sluice::registry
