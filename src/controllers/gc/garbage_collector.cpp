// SPDX-License-Identifier: Apache-2.0
// The informers say what may be garbage; the server is asked before anything is deleted. An owner
// is gone only when a live read does not find that uid under its name.
#include "controllers/gc/garbage_collector.h"

#include <algorithm>
#include <set>
#include <utility>

#include "controllers/gc/owners.h"
#include "controllers/writes.h"

namespace sluice::controllers {

namespace {

constexpr const char* kByOwner = "owner uid";
constexpr std::chrono::seconds kLookAgain{1};  // for an owner that no informer has seen yet

api::Key work_for(const api::Kind& kind, const api::Key& key) {
  return {key.ns, kind.qualified_resource() + "/" + key.name};
}

}  // namespace

GarbageCollector::GarbageCollector(client::Client& client, runtime::Informers& informers,
                                   runtime::CustomInformers* custom)
    : client_(client), custom_(custom) {
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.kind != "Event" && kind.serves("watch")) {
      runtime::Informer& informer = informers.of(kind);
      informer.add_index(kByOwner, gc::owner_uids);
      builtin_[kind.qualified_resource()] = &informer;
    }
  }
  if (custom_ != nullptr) {
    custom_->add_index(kByOwner, gc::owner_uids);
  }
}

std::vector<GarbageCollector::InformerPtr> GarbageCollector::informers() const {
  auto all = custom_ != nullptr ? custom_->all() : std::vector<InformerPtr>();
  for (const auto& [resource, informer] : builtin_) {
    all.emplace_back(InformerPtr(), informer);  // they outlive this
  }
  return all;
}

GarbageCollector::InformerPtr GarbageCollector::informer_of(
    const std::string& qualified_resource) const {
  if (const auto found = builtin_.find(qualified_resource); found != builtin_.end()) {
    return {InformerPtr(), found->second};
  }
  return custom_ != nullptr ? custom_->of(qualified_resource) : nullptr;
}

api::KindPtr GarbageCollector::find_kind(const json::Value& reference) const {
  const std::string& version = reference.at("apiVersion").as_string();
  const std::string& kind = reference.at("kind").as_string();
  return custom_ != nullptr ? custom_->catalog().find_kind(version, kind)
                            : api::KindPtr(api::KindPtr(), api::find_kind(version, kind));
}

void GarbageCollector::connect(runtime::Controller& controller) {
  queue_ = &controller.queue();
  for (const auto& [resource, informer] : builtin_) {
    controller.watch(*informer, [this, &kind = informer->kind()](const runtime::Change& change) {
      return affected(kind, change);
    });
  }
  if (custom_ != nullptr) {
    custom_->on_change([this](const api::Kind& kind, const runtime::Change& change) {
      for (const api::Key& key : affected(kind, change)) {
        queue_->add(key);
      }
    });
  }
}

std::vector<api::Key> GarbageCollector::affected(const api::Kind& kind,
                                                 const runtime::Change& change) {
  std::vector<api::Key> keys;
  if (change.after != nullptr) {
    const client::Object& object = *change.after;
    const bool new_owners = change.before == nullptr ||
                            gc::owner_references(*change.before) != gc::owner_references(object);
    const bool has_work =
        api::is_being_deleted(object)
            ? gc::has_finalizer(object, gc::kOrphan) || gc::has_finalizer(object, gc::kForeground)
            : new_owners && !gc::owner_references(object).empty();
    if (has_work) {
      keys.push_back(work_for(kind, api::key(object)));
    }
    return keys;
  }
  add_dependents(api::uid(*change.before), keys);
  if (!keys.empty()) {
    gone_.add(api::uid(*change.before));
  }
  for (const json::Value& owner : gc::owner_references(*change.before)) {
    const api::KindPtr owner_kind = find_kind(owner);
    if (owner_kind != nullptr) {
      keys.push_back(work_for(*owner_kind, {owner_kind->namespaced ? api::ns(*change.before) : "",
                                            owner.at("name").as_string()}));
    }
  }
  return keys;
}

void GarbageCollector::add_dependents(const std::string& uid, std::vector<api::Key>& keys) const {
  for (const InformerPtr& informer : informers()) {
    for (const auto& dependent : informer->by_index(kByOwner, uid)) {
      keys.push_back(work_for(informer->kind(), api::key(*dependent)));
    }
  }
}

bool GarbageCollector::has_dependents(const std::string& uid) const {
  std::vector<api::Key> keys;
  add_dependents(uid, keys);
  return !keys.empty();
}

Result<runtime::Requeue> GarbageCollector::reconcile(const api::Key& key) {
  const std::size_t slash = key.name.find('/');
  const InformerPtr informer = informer_of(key.name.substr(0, slash));
  const client::ObjectPtr object =
      informer != nullptr ? informer->get({key.ns, key.name.substr(slash + 1)}) : nullptr;
  if (object == nullptr) {
    return runtime::Requeue{};
  }
  const api::Kind& kind = informer->kind();
  if (!api::is_being_deleted(*object)) {
    return check_owners(kind, *object);
  }
  if (gc::has_finalizer(*object, gc::kOrphan)) {
    TRY(orphan_dependents(kind, *object));
  } else if (gc::has_finalizer(*object, gc::kForeground)) {
    TRY(finish_foreground(kind, *object));
  }
  return runtime::Requeue{};
}

Result<GarbageCollector::Owner> GarbageCollector::look_up(const api::Kind& kind,
                                                          const client::Object& object,
                                                          const json::Value& reference) {
  const std::string& uid = reference.at("uid").as_string();
  if (gone_.contains(uid)) {
    return Owner::kGone;
  }
  const api::KindPtr owner_kind = find_kind(reference);
  const bool unresolvable = owner_kind == nullptr || (owner_kind->namespaced && !kind.namespaced);
  if (unresolvable) {
    return Owner::kPresent;  // never delete for a reason we cannot check
  }
  const api::Key key{owner_kind->namespaced ? api::ns(object) : "",
                     reference.at("name").as_string()};
  const InformerPtr informer = informer_of(owner_kind->qualified_resource());
  client::ObjectPtr owner = informer != nullptr ? informer->get(key) : nullptr;
  const bool seen = owner != nullptr && api::uid(*owner) == uid;
  if (!seen) {
    auto live = client_.get(*owner_kind, key);
    if (!live && live.error().code != Code::kNotFound) {
      return tl::unexpected(live.error());
    }
    if (!live || api::uid(**live) != uid) {
      return Owner::kGone;
    }
    owner = *live;
  }
  if (gc::awaits_dependents(*owner)) {
    return Owner::kAwaitsDependents;
  }
  const bool will_be_seen = informer != nullptr || owner_kind->custom != nullptr;
  return seen || !will_be_seen ? Owner::kPresent : Owner::kUnseen;
}

Result<runtime::Requeue> GarbageCollector::check_owners(const api::Kind& kind,
                                                        const client::Object& object) {
  std::set<std::string> leaving;
  bool owned = gc::owner_references(object).empty();
  bool awaited = false;
  runtime::Requeue again;
  for (const json::Value& reference : gc::owner_references(object)) {
    TRY_ASSIGN(const Owner owner, look_up(kind, object, reference));
    const bool there = owner == Owner::kPresent || owner == Owner::kUnseen;
    owned = owned || there;
    awaited = awaited || owner == Owner::kAwaitsDependents;
    if (!there) {
      leaving.insert(reference.at("uid").as_string());
    }
    if (owner == Owner::kUnseen) {
      again = {kLookAgain};
    }
  }
  if (leaving.empty()) {
    return again;
  }
  if (owned) {
    TRY(done_or_gone(client_.patch(kind, api::key(object), gc::without_owners(object, leaving))));
    return again;
  }
  const bool in_order = awaited && has_dependents(api::uid(object));
  if (in_order && may_close_a_ring(object)) {
    TRY(done_or_gone(client_.patch(kind, api::key(object), gc::without_blocking(object))));
    return again;  // the change brings it back
  }
  TRY(collect(kind, object, in_order ? "Foreground" : "Background"));
  return again;
}

// One of its own dependents waits for dependents too: they may wait for each other for ever, so
// this object keeps nobody from going. It may do so without need; that only loses the order.
bool GarbageCollector::may_close_a_ring(const client::Object& object) const {
  const json::Array& references = gc::owner_references(object);
  const bool blocks = std::any_of(references.begin(), references.end(), [&](const auto& reference) {
    return gc::blocks(object, reference.at("uid").as_string());
  });
  for (const InformerPtr& informer : informers()) {
    for (const auto& dependent : informer->by_index(kByOwner, api::uid(object))) {
      if (blocks && gc::awaits_dependents(*dependent)) {
        return true;
      }
    }
  }
  return false;
}

Result<void> GarbageCollector::collect(const api::Kind& kind, const client::Object& object,
                                       const std::string& policy) {
  return done_or_gone(client_.remove(kind, api::key(object),
                                     {.uid = api::uid(object),
                                      .resource_version = api::resource_version(object),
                                      .propagation_policy = policy}));
}

// Asks the server: there may be dependents that the informers have not seen yet.
Result<void> GarbageCollector::for_live_dependents(const api::Kind& kind,
                                                   const client::Object& owner,
                                                   const Visit& visit) {
  for (const InformerPtr& informer : informers()) {
    const api::Kind& dependent_kind = informer->kind();
    if (kind.namespaced && !dependent_kind.namespaced) {
      continue;
    }
    TRY_ASSIGN(const client::ObjectList list, client_.list(dependent_kind, {.ns = api::ns(owner)}));
    for (const auto& dependent : list.items) {
      if (gc::has_owner(*dependent, api::uid(owner))) {
        TRY(visit(dependent_kind, *dependent));
      }
    }
  }
  return {};
}

Result<void> GarbageCollector::orphan_dependents(const api::Kind& kind,
                                                 const client::Object& owner) {
  TRY(for_live_dependents(
      kind, owner, [&](const api::Kind& dependent_kind, const client::Object& dependent) {
        return done_or_gone(client_.patch(dependent_kind, api::key(dependent),
                                          gc::without_owners(dependent, {api::uid(owner)})));
      }));
  return done_or_gone(
      client_.patch(kind, api::key(owner), gc::without_finalizer(owner, gc::kOrphan)));
}

Result<void> GarbageCollector::finish_foreground(const api::Kind& kind,
                                                 const client::Object& owner) {
  bool blocked = false;
  for (const InformerPtr& informer : informers()) {
    for (const auto& dependent : informer->by_index(kByOwner, api::uid(owner))) {
      if (gc::blocks(*dependent, api::uid(owner))) {
        blocked = true;
        queue_->add(work_for(informer->kind(), api::key(*dependent)));
      }
    }
  }
  if (blocked) {
    return {};  // the end of each dependent brings the owner back
  }
  TRY(for_live_dependents(
      kind, owner, [&](const api::Kind&, const client::Object& dependent) -> Result<void> {
        if (gc::blocks(dependent, api::uid(owner))) {
          return fail(Code::kUnavailable,
                      "dependent " + api::name(dependent) + " has just appeared");
        }
        return {};
      }));
  return done_or_gone(
      client_.patch(kind, api::key(owner), gc::without_finalizer(owner, gc::kForeground)));
}

}  // namespace sluice::controllers
