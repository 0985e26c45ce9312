// SPDX-License-Identifier: Apache-2.0
#include "controllers/namespaces/namespace_controller.h"

#include <set>

#include "controllers/namespaces/finalizers.h"
#include "controllers/writes.h"

namespace sluice::controllers {

namespace {

// For what goes without being seen by an informer of this process.
constexpr std::chrono::seconds kLookAgain{5};

}  // namespace

NamespaceController::NamespaceController(client::Client& client, runtime::Informers& informers,
                                         Clock& clock, runtime::CustomInformers* custom)
    : client_(client),
      clock_(clock),
      namespaces_(informers.of(api::kinds::namespace_())),
      custom_(custom) {
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
  const namespaces::Leftovers left = remove_contents(key.name);
  if (!left.empty()) {
    TRY(tell(home, left));
    if (left.failure) {
      return tl::unexpected(*left.failure);
    }
    return runtime::Requeue{kLookAgain};
  }
  TRY(client_.create_subresource(api::kinds::namespace_(), key, "finalize",
                                 namespaces::without_finalizer(home)));
  return runtime::Requeue{};
}

namespaces::Leftovers NamespaceController::remove_contents(const std::string& ns) {
  namespaces::Leftovers left;
  remove_all(api::kinds::pod(), ns, left);
  if (!left.empty()) {
    return left;
  }
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.namespaced && kind.serves("delete")) {
      remove_all(kind, ns, left);
    }
  }
  if (custom_ != nullptr) {
    // What is served at this moment: the informer of a kind that is defined just now may be to
    // come.
    const auto served = custom_->catalog().snapshot();
    std::set<std::string> seen;  // of versions of the same objects one
    for (const api::KindPtr& kind : served->custom) {
      if (kind->namespaced && seen.insert(kind->qualified_resource()).second) {
        remove_all(*kind, ns, left);
      }
    }
  }
  return left;
}

// What cannot be removed does not keep the rest.
void NamespaceController::remove_all(const api::Kind& kind, const std::string& ns,
                                     namespaces::Leftovers& left) {
  const auto tried = try_remove(kind, ns, left);
  if (!tried && !left.failure) {
    left.failure = tried.error();
  }
}

Result<void> NamespaceController::try_remove(const api::Kind& kind, const std::string& ns,
                                             namespaces::Leftovers& left) {
  TRY_ASSIGN(const client::ObjectList before, client_.list(kind, {.ns = ns}));
  if (before.items.empty()) {
    return {};
  }
  for (const auto& object : before.items) {
    if (api::is_being_deleted(*object)) {
      continue;
    }
    TRY(done_or_gone(client_.remove(
        kind, api::key(*object), {.uid = api::uid(*object), .propagation_policy = "Background"})));
  }
  TRY_ASSIGN(const client::ObjectList after, client_.list(kind, {.ns = ns}));
  if (!after.items.empty()) {
    left.kinds[kind.qualified_resource()] = after.items.size();
  }
  for (const auto& object : after.items) {
    for (const json::Value& finalizer : object->at("metadata", "finalizers").as_array()) {
      ++left.finalizers[finalizer.as_string()];
    }
  }
  return {};
}

Result<void> NamespaceController::tell(const client::Object& home,
                                       const namespaces::Leftovers& left) {
  json::Value status = home.at("status");
  namespaces::set_conditions(status, left, clock_.now());
  return write_status(client_, api::kinds::namespace_(), home, status);
}

}  // namespace sluice::controllers
