// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/registry.h"

namespace sluice::registry {

Result<ListPage> Registry::remove_collection(const api::Kind& kind, const ListRequest& which,
                                             const RemoveRequest& how) {
  TRY_ASSIGN(ListPage page, list(kind, which));
  std::vector<StoredObject> removed;
  for (const StoredObject& item : page.items) {
    TRY_ASSIGN(const json::Value object, item.decode());
    RemoveRequest one = how;
    one.key = api::key(object);
    auto result = remove(kind, one);
    if (result.has_value()) {
      removed.push_back(result->gone ? std::move(result->object) : item);
    } else if (result.error().code != Code::kNotFound) {  // gone meanwhile is what was wanted
      return tl::unexpected(std::move(result).error());
    }
  }
  page.items = std::move(removed);
  return page;
}

}  // namespace sluice::registry
