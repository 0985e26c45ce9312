// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/namespace_controller.h"

#include "controllers/namespaces/finalizers.h"
#include "controllers/writes.h"

namespace sluice::controllers {

namespace {

// For what goes without being seen by an informer of this process.
constexpr std::chrono::seconds kLookAgain{5};

}  // namespace

NamespaceController::NamespaceController(client::Client& client, runtime::Informers& informers,
                                         runtime::CustomInformers* custom)
    : client_(client), namespaces_(informers.of(api::kinds::namespace_())), custom_(custom) {
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.namespaced && kind.kind != "Event" && kind.serves("watch")) {
      contents_.push_back(&informers.of(kind));
    }
  }
}

void NamespaceController::connect(runtime::Controller& controller) {
  controller.watch(namespaces_);
  for (runtime::Informer* informer : contents_) {
    controller.watch(*informer, [this](const runtime::Change& change) { return affected(change); });
  }
  if (custom_ != nullptr) {
    custom_->on_change(
        [this, &queue = controller.queue()](const api::Kind&, const runtime::Change& change) {
          for (const api::Key& key : affected(change)) {
            queue.add(key);
          }
        });
  }
}

std::vector<api::Key> NamespaceController::affected(const runtime::Change& change) const {
  const api::Key key{"", api::ns(change.object())};
  const client::ObjectPtr home = change.after == nullptr ? namespaces_.get(key) : nullptr;
  const bool waits = home != nullptr && api::is_being_deleted(*home);
  return waits ? std::vector<api::Key>{key} : std::vector<api::Key>{};
}

Result<runtime::Requeue> NamespaceController::reconcile(const api::Key& key) {
  const auto found = client_.get(api::kinds::namespace_(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  const client::Object& home = **found;
  if (!api::is_being_deleted(home) || !namespaces::has_finalizer(home)) {
    return runtime::Requeue{};
  }
  std::size_t left = 0;
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.namespaced && kind.serves("delete")) {
      TRY_ASSIGN(const std::size_t of_kind, remove_all(kind, key.name));
      left += of_kind;
    }
  }
  TRY_ASSIGN(const std::size_t custom, remove_custom(key.name));
  left += custom;
  if (left > 0) {
    return runtime::Requeue{kLookAgain};
  }
  TRY(client_.create_subresource(api::kinds::namespace_(), key, "finalize",
                                 namespaces::without_finalizer(home)));
  return runtime::Requeue{};
}

Result<std::size_t> NamespaceController::remove_custom(const std::string& ns) {
  std::size_t left = 0;
  if (custom_ == nullptr) {
    return left;
  }
  for (const auto& informer : custom_->all()) {
    if (informer->kind().namespaced) {
      TRY_ASSIGN(const std::size_t of_kind, remove_all(informer->kind(), ns));
      left += of_kind;
    }
  }
  return left;
}

// How many objects of that kind are still there afterwards.
Result<std::size_t> NamespaceController::remove_all(const api::Kind& kind, const std::string& ns) {
  TRY_ASSIGN(const client::ObjectList before, client_.list(kind, {.ns = ns}));
  if (before.items.empty()) {
    return 0;
  }
  for (const auto& object : before.items) {
    if (api::is_being_deleted(*object)) {
      continue;
    }
    TRY(done_or_gone(client_.remove(
        kind, api::key(*object), {.uid = api::uid(*object), .propagation_policy = "Background"})));
  }
  TRY_ASSIGN(const client::ObjectList after, client_.list(kind, {.ns = ns}));
  return after.items.size();
}

}  // namespace sluice::controllers
