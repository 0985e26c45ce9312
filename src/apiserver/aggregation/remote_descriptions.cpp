// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/remote_descriptions.h"

#include <utility>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

// Servers need not have OpenAPI documents, and bad ones are as good as none.
json::Value parsed(const Result<RemoteDescriptions::Answer>& answer) {
  return answer ? json::parse(answer->text).value_or(json::Value()) : json::Value();
}

void read_openapi(const ApiService& service, const RemoteDescriptions::Get& get,
                  RemoteDescription& next) {
  const auto whole = get("/openapi/v2", next.openapi_v2_tag);
  if (!whole || !whole->not_modified) {
    next.openapi_v2 = parsed(whole);
    next.openapi_v2_tag = whole ? whole->tag : "";
  }
  next.openapi_v3_path = parsed(get("/openapi/v3", ""))
                             .at("paths", "apis/" + service.group_version(), "serverRelativeURL")
                             .as_string();
}

}  // namespace

Result<void> RemoteDescriptions::read(const ApiService& service, const Get& get) {
  RemoteDescription next = *of(service);
  auto list = get("/apis/" + service.group_version(), "");
  auto resources =
      list ? json::parse(list->text) : Result<json::Value>(tl::unexpected(std::move(list).error()));
  next.fresh = resources.has_value();
  if (resources) {
    next.resources = std::move(*resources);
    read_openapi(service, get, next);
  }
  keep(service, std::move(next));
  return resources ? Result<void>() : tl::unexpected(std::move(resources).error());
}

void RemoteDescriptions::keep(const ApiService& service, RemoteDescription next) {
  const std::scoped_lock lock(mutex_);
  DescriptionPtr& known = by_group_version_[service.group_version()];
  if (known == nullptr || !(known->openapi_v2 == next.openapi_v2)) {
    ++epoch_;
  }
  known = std::make_shared<const RemoteDescription>(std::move(next));
}

RemoteDescriptions::DescriptionPtr RemoteDescriptions::of(const ApiService& service) const {
  const std::scoped_lock lock(mutex_);
  const auto found = by_group_version_.find(service.group_version());
  return found != by_group_version_.end() ? found->second
                                          : std::make_shared<const RemoteDescription>();
}

std::uint64_t RemoteDescriptions::epoch() const {
  const std::scoped_lock lock(mutex_);
  return epoch_;
}

}  // namespace sluice::apiserver
