// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_account.h"

#include <chrono>

#include "registry/keys.h"

namespace sluice::registry {
namespace {

constexpr std::chrono::milliseconds kAwaitDefault{1500};

Result<store::RecordPtr> made(store::Watcher& watcher, const std::string& key) {
  while (true) {
    TRY_ASSIGN(const store::RecordPtr record, watcher.next(kAwaitDefault));
    if (record == nullptr) {
      return fail(Code::kNotFound, key);
    }
    if (record->key == key && !record->deleted) {
      return record;
    }
  }
}

Result<store::RecordPtr> await(const store::Store& store, const std::string& key) {
  TRY_ASSIGN(const auto watcher, store.watch(key, store.revision()));
  auto found = store.get(key);
  if (!found && found.error().code == Code::kNotFound) {
    return made(*watcher, key);
  }
  return found;
}

}  // namespace

Result<store::RecordPtr> find_account(const store::Store& store, const Attributes& request,
                                      const std::string& name) {
  const std::string key = object_key(api::kinds::service_account(), {request.key.ns, name});
  auto found = store.get(key);
  if (!found && found.error().code == Code::kNotFound && name == kDefaultAccount) {
    found = await(store, key);
  }
  if (found) {
    return found;
  }
  const std::string why = found.error().code == Code::kNotFound
                              ? "serviceaccount \"" + name + "\" not found"
                              : found.error().message;
  return tl::unexpected(refused(
      request, "error looking up service account " + request.key.ns + "/" + name + ": " + why));
}

bool is_mirror(const json::Value& pod) {
  return pod.find("metadata", "annotations", "kubernetes.io/config.mirror") != nullptr;
}

const std::string& account_name(const json::Value& pod) {
  return pod.at("spec", "serviceAccountName").as_string();
}

}  // namespace sluice::registry
