// SPDX-License-Identifier: Apache-2.0
#include "runtime/miniature_client.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "json/patch.h"

namespace sluice::runtime {

struct MiniatureClient::Log {
  struct Entry {
    std::int64_t version;
    std::string resource;
    client::WatchEvent event;
  };
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<std::string, api::Key>, client::ObjectPtr> objects;
  std::vector<Entry> history;
  std::int64_t version = 0;
  std::int64_t oldest = 0;
  int failures = 0;
  Code failure = Code::kUnavailable;
  bool lose = false;
  int epoch = 0;  // raised to break watches
  Code broken = Code::kUnavailable;
  int lists = 0;
  int watches = 0;

  Result<void> fault() {
    if (failures > 0) {
      --failures;
      return fail(failure, "injected fault");
    }
    return {};
  }

  void publish(const std::string& resource, client::WatchEvent event) {
    if (!std::exchange(lose, false)) {
      history.push_back({version, resource, std::move(event)});
    }
    changed.notify_all();
  }
};

namespace {

class MiniatureWatch final : public client::Watch {
 public:
  MiniatureWatch(std::shared_ptr<MiniatureClient::Log> log, std::string resource,
                 std::int64_t version)
      : log_(std::move(log)), resource_(std::move(resource)), version_(version) {
    epoch_ = log_->epoch;
  }

  Result<std::optional<client::WatchEvent>> next(Duration timeout) override {
    std::unique_lock lock(log_->mutex);
    Result<std::optional<client::WatchEvent>> found = std::nullopt;
    log_->changed.wait_for(lock, timeout, [&] {
      found = look();
      return !found.has_value() || found->has_value();
    });
    return found;
  }

  void stop() override {
    const std::scoped_lock lock(log_->mutex);
    stopped_ = true;
    log_->changed.notify_all();
  }

 private:
  Result<std::optional<client::WatchEvent>> look() {
    if (stopped_) {
      return fail(Code::kCancelled, "stopped");
    }
    if (epoch_ != log_->epoch) {
      return fail(log_->broken, "injected end of watch");
    }
    for (const auto& entry : log_->history) {
      if (entry.version > version_ && entry.resource == resource_) {
        version_ = entry.version;
        return entry.event;
      }
    }
    return std::nullopt;
  }

  std::shared_ptr<MiniatureClient::Log> log_;
  std::string resource_;
  std::int64_t version_;
  int epoch_ = 0;
  bool stopped_ = false;
};

}  // namespace

MiniatureClient::MiniatureClient() : log_(std::make_shared<Log>()) {}
MiniatureClient::~MiniatureClient() = default;

Result<client::ObjectPtr> MiniatureClient::get(const api::Kind& kind, const api::Key& key) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  const auto found = log_->objects.find({kind.qualified_resource(), key});
  if (found == log_->objects.end()) {
    return fail(Code::kNotFound, api::to_string(key) + " not found");
  }
  return found->second;
}

Result<client::ObjectList> MiniatureClient::list(const api::Kind& kind,
                                                 const client::ListOptions& options) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  client::ObjectList result;
  for (const auto& [place, object] : log_->objects) {
    if (place.first == kind.qualified_resource() &&
        (options.ns.empty() || place.second.ns == options.ns)) {
      result.items.push_back(object);
    }
  }
  result.resource_version = std::to_string(log_->version);
  ++log_->lists;
  return result;
}

Result<client::ObjectPtr> MiniatureClient::create(const api::Kind& kind,
                                                  const client::Object& object) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  if (log_->objects.contains({kind.qualified_resource(), api::key(object)})) {
    return fail(Code::kAlreadyExists, api::to_string(api::key(object)) + " already exists");
  }
  client::Object created = object;
  created["metadata"]["uid"] = "uid-" + std::to_string(log_->version + 1);
  return put(kind, std::move(created));
}

Result<client::ObjectPtr> MiniatureClient::put(const api::Kind& kind, client::Object object) {
  object["metadata"]["resourceVersion"] = std::to_string(++log_->version);
  auto stored = std::make_shared<const client::Object>(std::move(object));
  auto& place = log_->objects[{kind.qualified_resource(), api::key(*stored)}];
  const auto type = place == nullptr ? client::EventType::kAdded : client::EventType::kModified;
  place = stored;
  log_->publish(kind.qualified_resource(), {type, stored});
  return client::ObjectPtr(stored);
}

Result<client::ObjectPtr> MiniatureClient::update(const api::Kind& kind,
                                                  const client::Object& object, client::Part) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  const auto found = log_->objects.find({kind.qualified_resource(), api::key(object)});
  if (found == log_->objects.end()) {
    return fail(Code::kNotFound, api::to_string(api::key(object)) + " not found");
  }
  client::Object updated = object;
  updated["metadata"]["uid"] = api::uid(*found->second);
  return put(kind, std::move(updated));
}

Result<client::ObjectPtr> MiniatureClient::patch(const api::Kind& kind, const api::Key& key,
                                                 const client::Patch& patch, client::Part) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  const auto found = log_->objects.find({kind.qualified_resource(), key});
  if (found == log_->objects.end()) {
    return fail(Code::kNotFound, api::to_string(key) + " not found");
  }
  return put(kind, json::merge_patch(*found->second, patch.body));
}

Result<void> MiniatureClient::remove(const api::Kind& kind, const api::Key& key,
                                     const client::DeleteOptions&) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  const auto found = log_->objects.find({kind.qualified_resource(), key});
  if (found == log_->objects.end()) {
    return fail(Code::kNotFound, api::to_string(key) + " not found");
  }
  client::Object last = *found->second;
  last["metadata"]["resourceVersion"] = std::to_string(++log_->version);
  log_->objects.erase(found);
  log_->publish(kind.qualified_resource(),
                {client::EventType::kDeleted, std::make_shared<const client::Object>(last)});
  return {};
}

Result<client::ObjectPtr> MiniatureClient::create_subresource(const api::Kind&, const api::Key&,
                                                              const std::string& subresource,
                                                              const client::Object&) {
  return fail(Code::kUnsupported, "the miniature has no subresource " + subresource);
}

Result<std::unique_ptr<client::Watch>> MiniatureClient::watch(const api::Kind& kind,
                                                              const client::WatchOptions& options) {
  const std::scoped_lock lock(log_->mutex);
  TRY(log_->fault());
  const std::int64_t from = parse_int(options.resource_version).value_or(0);
  if (from < log_->oldest) {
    return fail(Code::kExpired, "too old resource version");
  }
  ++log_->watches;
  return std::make_unique<MiniatureWatch>(log_, kind.qualified_resource(), from);
}

void MiniatureClient::fail_next(int calls, Code code) {
  const std::scoped_lock lock(log_->mutex);
  log_->failures = calls;
  log_->failure = code;
}

void MiniatureClient::break_watches(Code code) {
  const std::scoped_lock lock(log_->mutex);
  ++log_->epoch;
  log_->broken = code;
  log_->changed.notify_all();
}

void MiniatureClient::lose_next_event() {
  const std::scoped_lock lock(log_->mutex);
  log_->lose = true;
}

void MiniatureClient::forget_history() {
  const std::scoped_lock lock(log_->mutex);
  log_->history.clear();
  log_->oldest = log_->version;
}

void MiniatureClient::send_bookmark() {
  const std::scoped_lock lock(log_->mutex);
  ++log_->version;
  const json::Object metadata{{"resourceVersion", std::to_string(log_->version)}};
  const auto mark = std::make_shared<const client::Object>(json::Object{{"metadata", metadata}});
  std::vector<std::string> resources;
  for (const auto& [place, object] : log_->objects) {
    if (resources.empty() || resources.back() != place.first) {
      resources.push_back(place.first);
      log_->history.push_back({log_->version, place.first, {client::EventType::kBookmark, mark}});
    }
  }
  log_->changed.notify_all();
}

int MiniatureClient::lists() const {
  const std::scoped_lock lock(log_->mutex);
  return log_->lists;
}

int MiniatureClient::watches() const {
  const std::scoped_lock lock(log_->mutex);
  return log_->watches;
}

}  // namespace sluice::runtime
