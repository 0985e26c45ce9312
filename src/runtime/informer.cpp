// SPDX-License-Identifier: Apache-2.0
#include "runtime/informer.h"

#include <utility>

#include "base/result.h"

namespace sluice::runtime {

namespace {

// Only bounds how long a lost wake-up could last; events and stop() end the wait at once.
constexpr std::chrono::seconds kPatience{60};

}  // namespace

Informer::Informer(client::Client& client, const api::Kind& kind, Clock& clock,
                   client::ListOptions scope)
    : kind_(kind), clock_(clock), watcher_(client, kind, std::move(scope)), threads_(clock) {}

Informer::~Informer() {
  request_stop();
}

void Informer::on_change(Handler handler) {
  CHECK(!started_);
  handlers_.push_back(std::move(handler));
}

void Informer::add_index(const std::string& name, IndexValues values) {
  CHECK(!started_);
  indexes_.try_emplace(name, Index{std::move(values), {}});
}

void Informer::begin_with(const std::vector<client::ObjectPtr>& objects) {
  CHECK(!started_ && handlers_.empty());
  replace(objects);
}

client::ObjectPtr Informer::get(const api::Key& key) const {
  const std::shared_lock lock(objects_mutex_);
  const auto found = objects_.find(key);
  return found == objects_.end() ? nullptr : found->second;
}

std::vector<client::ObjectPtr> Informer::list(const std::string& ns) const {
  std::vector<client::ObjectPtr> result;
  const std::shared_lock lock(objects_mutex_);
  for (auto it = objects_.lower_bound({ns, ""});
       it != objects_.end() && (ns.empty() || it->first.ns == ns); ++it) {
    result.push_back(it->second);
  }
  return result;
}

std::vector<client::ObjectPtr> Informer::by_index(const std::string& name,
                                                  const std::string& value) const {
  std::vector<client::ObjectPtr> result;
  const std::shared_lock lock(objects_mutex_);
  const Index& index = indexes_.at(name);
  if (const auto found = index.entries.find(value); found != index.entries.end()) {
    for (const auto& [key, object] : found->second) {
      result.push_back(object);
    }
  }
  return result;
}

void Informer::start() {
  {
    const std::scoped_lock lock(state_mutex_);
    if (std::exchange(started_, true)) {
      return;
    }
  }
  threads_.run("inf-" + std::string(kind_.plural), [this] { run(); });
}

void Informer::request_stop() {
  watcher_.stop();  // first: a rest that ends must not lead to another list
  const std::scoped_lock lock(state_mutex_);
  stopping_ = true;
  state_changed_.notify_all();
}

void Informer::run() {
  for (;;) {
    const Watcher::Outcome outcome = watcher_.step(kPatience);
    if (std::holds_alternative<Watcher::Stopped>(outcome.news)) {
      return;
    }
    take(outcome.news);
    rest(outcome.rest);
  }
}

void Informer::rest(Duration time) {
  const SteadyTime end = clock_.steady() + time;
  std::unique_lock lock(state_mutex_);
  while (!stopping_ && clock_.steady() < end) {
    clock_.wait_until(lock, state_changed_, end);
  }
}

void Informer::take(const Watcher::News& news) {
  if (const auto* replaced = std::get_if<Watcher::Replaced>(&news)) {
    replace(replaced->objects);
    const std::scoped_lock lock(state_mutex_);
    synced_ = true;
    state_changed_.notify_all();
  } else if (const auto* applied = std::get_if<Watcher::Applied>(&news)) {
    apply(applied->object);
  } else if (const auto* deleted = std::get_if<Watcher::Deleted>(&news)) {
    set(api::key(*deleted->object), nullptr);
  }
}

void Informer::replace(const std::vector<client::ObjectPtr>& objects) {
  std::map<api::Key, client::ObjectPtr> gone;
  {
    const std::shared_lock lock(objects_mutex_);
    gone = objects_;
  }
  for (const auto& object : objects) {
    gone.erase(api::key(*object));
  }
  for (const auto& [key, object] : gone) {
    set(key, nullptr);
  }
  for (const auto& object : objects) {
    apply(object);
  }
}

void Informer::apply(const client::ObjectPtr& object) {
  const api::Key key = api::key(*object);
  const client::ObjectPtr before = get(key);
  if (before != nullptr && api::uid(*before) != api::uid(*object)) {
    set(key, nullptr);
  } else if (before != nullptr &&
             api::resource_version(*before) == api::resource_version(*object)) {
    return;
  }
  set(key, object);
}

void Informer::set(const api::Key& key, client::ObjectPtr after) {
  Change change{nullptr, std::move(after)};
  {
    const std::unique_lock lock(objects_mutex_);
    const auto found = objects_.find(key);
    if (found != objects_.end()) {
      change.before = found->second;
    }
    if (change.before == nullptr && change.after == nullptr) {
      return;
    }
    change_indexes(key, change);
    if (change.after == nullptr) {
      objects_.erase(found);
    } else {
      objects_.insert_or_assign(key, change.after);
    }
  }
  for (const Handler& handler : handlers_) {
    handler(change);
  }
}

void Informer::change_indexes(const api::Key& key, const Change& change) {
  for (auto& [name, index] : indexes_) {
    if (change.before != nullptr) {
      for (const std::string& value : index.values(*change.before)) {
        auto& entry = index.entries[value];
        entry.erase(key);
        if (entry.empty()) {
          index.entries.erase(value);
        }
      }
    }
    if (change.after != nullptr) {
      for (const std::string& value : index.values(*change.after)) {
        index.entries[value].insert_or_assign(key, change.after);
      }
    }
  }
}

bool Informer::synced() const {
  const std::scoped_lock lock(state_mutex_);
  return synced_;
}

bool Informer::await_synced(SteadyTime deadline) {
  std::unique_lock lock(state_mutex_);
  while (!synced_ && !stopping_ && clock_.steady() < deadline) {
    clock_.wait_until(lock, state_changed_, deadline);
  }
  return synced_;
}

}  // namespace sluice::runtime
