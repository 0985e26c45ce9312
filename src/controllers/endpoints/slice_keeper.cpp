// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_keeper.h"

#include <algorithm>
#include <utility>

#include "controllers/endpoints/labels.h"
#include "controllers/writes.h"

namespace sluice::controllers::endpoints {
namespace {

constexpr const char* kByService = "service";

api::Key service_of(const client::Object& slice) {
  return {api::ns(slice), api::label(slice, kServiceNameLabel)};
}

}  // namespace

SliceKeeper::SliceKeeper(client::Client& client, runtime::Informers& informers, std::string manager)
    : client_(client),
      slices_(informers.of(api::kinds::endpoint_slice())),
      manager_(std::move(manager)) {
  slices_.add_index(kByService, [](const client::Object& slice) {
    return std::vector<std::string>{api::to_string(service_of(slice))};
  });
}

void SliceKeeper::connect(runtime::Controller& controller) {
  controller.watch(slices_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const auto& slice : {change.before, change.after}) {
      if (slice != nullptr && api::label(*slice, kManagedByLabel) == manager_) {
        keys.push_back(service_of(*slice));
      }
    }
    return keys;
  });
}

std::vector<client::ObjectPtr> SliceKeeper::slices_of(const api::Key& service) const {
  auto found = slices_.by_index(kByService, api::to_string(service));
  std::erase_if(found, [this](const client::ObjectPtr& slice) {
    return api::label(*slice, kManagedByLabel) != manager_ || api::is_being_deleted(*slice);
  });
  return found;
}

Result<void> SliceKeeper::keep(const client::Object& owner, json::Value labels,
                               const std::vector<SliceGroup>& groups) {
  const SliceOwner whose{owner, api::name(owner), manager_, std::move(labels)};
  const SlicePlan plan = plan_slices(whose, groups, slices_of(api::key(owner)));
  for (const client::Object& slice : plan.create) {
    TRY(client_.create(api::kinds::endpoint_slice(), slice));
  }
  for (const client::Object& slice : plan.update) {
    TRY(client_.update(api::kinds::endpoint_slice(), slice));
  }
  for (const client::ObjectPtr& slice : plan.remove) {
    TRY(remove(*slice));
  }
  return {};
}

Result<void> SliceKeeper::remove_all(const api::Key& service) {
  for (const client::ObjectPtr& slice : slices_of(service)) {
    TRY(remove(*slice));
  }
  return {};
}

Result<void> SliceKeeper::remove(const client::Object& slice) {
  return done_or_gone(
      client_.remove(api::kinds::endpoint_slice(), api::key(slice), {.uid = api::uid(slice)}));
}

}  // namespace sluice::controllers::endpoints
