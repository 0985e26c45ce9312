// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_objects.h"

#include "base/text.h"

namespace sluice::kubelet {

Result<client::ObjectPtr> PodObjects::find(const api::Kind& kind, const std::string& name) {
  const std::string id = std::string(kind.plural) + "/" + name;
  if (const auto known = objects_.find(id); known != objects_.end()) {
    return known->second;
  }
  auto found = client_.get(kind, {kind.namespaced ? api::ns(pod_) : "", name});
  if (!found && found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  return objects_[id] = found ? *found : nullptr;
}

Result<client::ObjectPtr> PodObjects::get(const api::Kind& kind, const std::string& name) {
  TRY_ASSIGN(client::ObjectPtr found, find(kind, name));
  if (found == nullptr) {
    return fail(Code::kNotFound, std::string(kind.singular) + " \"" + name + "\" not found");
  }
  return found;
}

Result<std::optional<std::string>> entry_of(const api::Kind& kind, const json::Value& object,
                                            const std::string& key) {
  const bool is_secret = &kind == &api::kinds::secret();
  if (const json::Value* text = object.find("data", key); text != nullptr && !is_secret) {
    return text->as_string();
  }
  const json::Value* encoded = object.find(is_secret ? "data" : "binaryData", key);
  if (encoded == nullptr) {
    return std::nullopt;
  }
  TRY_ASSIGN(std::string bytes, base64_decode(encoded->as_string()));
  return bytes;
}

}  // namespace sluice::kubelet
