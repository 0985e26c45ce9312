// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pod_keeper.h"

#include <algorithm>
#include <utility>

#include "base/together.h"
#include "controllers/owned/ownership.h"
#include "controllers/owned/slow_start.h"
#include "controllers/writes.h"

namespace sluice::controllers::owned {
namespace {

constexpr std::int64_t kMostAtOnce = 500;

}  // namespace

PodKeeper::PodKeeper(const Setting& setting, const api::Kind& owners, std::string_view finalizer)
    : client_(setting.client),
      owners_(setting.informers.of(owners)),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      finalizer_(finalizer),
      expectations_(setting.clock) {
  index_by_controller(pods_);
}

void PodKeeper::connect(runtime::Controller& controller) {
  controller.watch(owners_);
  controller.watch(pods_, [this](const runtime::Change& change) {
    const std::vector<api::Key> keys = concerned_owners(owners_, change);
    // A new pod meets the expectation of its creation; one that goes that of its deletion.
    const bool seen =
        change.before == nullptr || change.after == nullptr || api::is_being_deleted(*change.after);
    for (const api::Key& key : keys) {
      if (seen) {
        expectations_.met(key, api::name(change.object()));
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> PodKeeper::when_settled(
    const api::Key& owner,
    const std::function<Result<runtime::Requeue>(const client::Object&)>& reconcile) {
  const Duration missing = wait(owner);
  if (missing > Duration::zero()) {
    return runtime::Requeue{missing};  // what is expected brings the key back earlier
  }
  const client::ObjectPtr found = owners_.get(owner);
  return found == nullptr ? runtime::Requeue{} : reconcile(*found);
}

Result<Pods> PodKeeper::claim(const client::Object& owner,
                              const std::function<bool(const client::Object&)>& concerned) {
  Pods found = candidates(pods_, owner);
  if (concerned != nullptr) {
    std::erase_if(found, [&](const auto& pod) { return !concerned(*pod); });
  }
  return owned::claim(client_, {owners_.kind(), pods_.kind(), finalizer_}, owner, found);
}

Result<void> PodKeeper::create(const client::Object& owner, const client::Object& pod) {
  const api::Key key = api::key(owner);
  const std::string& name = api::name(pod);
  expectations_.expect(key, name);
  const auto created = client_.create(pods_.kind(), pod);
  if (created) {
    events_.record(owner, {.reason = "SuccessfulCreate", .message = "Created pod: " + name});
    return {};
  }
  // When the answer was lost the pod may exist: then it will be seen, or the wait ends by itself.
  const Code code = created.error().code;
  if (code != Code::kTimeout && code != Code::kUnavailable) {
    expectations_.met(key, name);
  }
  events_.record(owner, {.type = "Warning",
                         .reason = "FailedCreate",
                         .message = "Error creating: " + created.error().message});
  return tl::unexpected(created.error());
}

Result<void> PodKeeper::create_some(const client::Object& owner, std::int64_t count,
                                    const std::function<client::Object(std::size_t)>& make) {
  const std::int64_t number = std::clamp<std::int64_t>(count, 0, kMostAtOnce);
  return slow_start(static_cast<std::size_t>(number),
                    [&](std::size_t i) { return create(owner, make(i)); });
}

Result<void> PodKeeper::remove(const client::Object& owner, const Pods& pods) {
  return do_together(pods.size(), [&](std::size_t i) { return remove(owner, *pods[i]); });
}

Result<void> PodKeeper::remove(const client::Object& owner, const client::Object& pod) {
  const api::Key key = api::key(pod);
  expectations_.expect(api::key(owner), key.name);
  const auto removed = done_or_gone(client_.remove(pods_.kind(), key, {.uid = api::uid(pod)}));
  // Somebody else's deletion may have been seen before we expected ours.
  const client::ObjectPtr seen = pods_.get(key);
  if (!removed || seen == nullptr || api::is_being_deleted(*seen)) {
    expectations_.met(api::key(owner), key.name);
  }
  if (!removed) {
    events_.record(owner, {.type = "Warning",
                           .reason = "FailedDelete",
                           .message = "Error deleting: " + removed.error().message});
    return removed;
  }
  events_.record(owner, {.reason = "SuccessfulDelete", .message = "Deleted pod: " + key.name});
  return {};
}

}  // namespace sluice::controllers::owned
