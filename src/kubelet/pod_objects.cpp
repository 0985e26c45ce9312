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

}  // namespace sluice::kubelet
