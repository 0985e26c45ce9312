// SPDX-License-Identifier: Apache-2.0
#include "registry/local_client.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "base/log.h"
#include "client/subresource.h"

namespace sluice::registry {
namespace {

constexpr Duration kBookmarkInterval = std::chrono::minutes(1);

Result<client::ObjectPtr> decoded(const StoredObject& object) {
  TRY_ASSIGN(json::Value value, object.decode());
  return std::make_shared<const client::Object>(std::move(value));
}

// Of what is likely to be kept.
Result<client::ObjectPtr> decoded_for_cache(const StoredObject& object) {
  TRY_ASSIGN(json::Value value, object.decode());
  api::drop_managed_fields(value);
  return std::make_shared<const client::Object>(std::move(value));
}

Result<client::ObjectPtr> answer(const api::Kind& kind, const Result<Written>& written) {
  if (!written.has_value()) {
    return tl::unexpected(written.error());
  }
  for (const std::string& warning : written->warnings) {
    log::warning(warning, {{"kind", std::string(kind.kind)}});
  }
  return decoded(written->object);
}

// A refusal by a disruption budget is an error to callers here.
Result<client::ObjectPtr> evicted(Result<json::Value> status) {
  if (!status) {
    return tl::unexpected(std::move(status).error());
  }
  if (status->at("status").as_string() == "Failure") {
    const bool budget = status->at("code").as_int() == 429;
    return fail(budget ? Code::kTooManyRequests : Code::kInternal,
                status->at("message").as_string());
  }
  return std::make_shared<const client::Object>(std::move(*status));
}

class LocalWatch final : public client::Watch {
 public:
  LocalWatch(std::unique_ptr<registry::Watch> events, bool bookmarks, Clock& clock)
      : events_(std::move(events)),
        bookmarks_(bookmarks),
        clock_(clock),
        next_bookmark_(clock.steady() + kBookmarkInterval) {}

  Result<std::optional<client::WatchEvent>> next(Duration timeout) override {
    TRY_ASSIGN(std::optional<Event> event, events_->next(timeout));
    // Whoever wrote it waits for the answer, in a thread that may be next on this processor.
    std::this_thread::yield();
    if (!event.has_value() && bookmarks_ && clock_.steady() >= next_bookmark_) {
      next_bookmark_ = clock_.steady() + kBookmarkInterval;
      event = events_->bookmark();
    }
    if (!event.has_value()) {
      return std::nullopt;
    }
    TRY_ASSIGN(client::ObjectPtr object, decoded_for_cache(event->object));
    return client::WatchEvent{event->type, std::move(object)};
  }

  void stop() override { events_->stop(); }

 private:
  const std::unique_ptr<registry::Watch> events_;
  const bool bookmarks_;
  Clock& clock_;
  SteadyTime next_bookmark_;
};

}  // namespace

Result<client::ObjectPtr> LocalClient::get(const api::Kind& kind, const api::Key& key) {
  TRY_ASSIGN(const StoredObject object, registry_.get(kind, key));
  return decoded(object);
}

Result<client::ObjectList> LocalClient::list(const api::Kind& kind,
                                             const client::ListOptions& options) {
  ListRequest request;
  request.ns = options.ns;
  request.label_selector = options.label_selector;
  request.field_selector = options.field_selector;
  TRY_ASSIGN(const ListPage page, registry_.list(kind, request));
  client::ObjectList list;
  list.resource_version = std::to_string(page.revision);
  list.items.reserve(page.items.size());
  for (const StoredObject& item : page.items) {
    TRY_ASSIGN(client::ObjectPtr object, decoded_for_cache(item));
    list.items.push_back(std::move(object));
  }
  return list;
}

Result<client::ObjectPtr> LocalClient::create(const api::Kind& kind, const client::Object& object) {
  return answer(kind, registry_.create(kind, api::ns(object), object, options_));
}

Result<client::ObjectPtr> LocalClient::update(const api::Kind& kind, const client::Object& object,
                                              client::Part part) {
  if (part == client::Part::kScale) {
    return answer(kind, registry_.update_scale(kind, {api::key(object), object, "", options_}));
  }
  return answer(kind, registry_.update(
                          kind, {api::key(object), object, client::subresource(part), options_}));
}

Result<client::ObjectPtr> LocalClient::patch(const api::Kind& kind, const api::Key& key,
                                             const client::Patch& patch, client::Part part) {
  if (part == client::Part::kScale) {
    return answer(kind, registry_.patch_scale(kind, {key, patch, "", options_}));
  }
  return answer(kind, registry_.patch(kind, {key, patch, client::subresource(part), options_}));
}

Result<void> LocalClient::remove(const api::Kind& kind, const api::Key& key,
                                 const client::DeleteOptions& options) {
  TRY(registry_.remove(kind, {key, options, false, options_.by}));
  return {};
}

Result<client::ObjectPtr> LocalClient::create_subresource(const api::Kind& kind,
                                                          const api::Key& key,
                                                          const std::string& subresource,
                                                          const client::Object& body) {
  if (&kind == &api::kinds::namespace_() && subresource == "finalize") {
    return answer(kind, registry_.update(kind, {key, body, subresource, options_}));
  }
  if (&kind == &api::kinds::service_account() && subresource == "token" && issue_token_) {
    TRY_ASSIGN(json::Value issued, issue_token_(key, body, options_));
    return std::make_shared<const client::Object>(std::move(issued));
  }
  const bool pod = &kind == &api::kinds::pod();
  if (pod && subresource == "eviction") {
    return evicted(registry_.evict(key, body, options_));
  }
  if (!pod || subresource != "binding") {
    return fail(Code::kNotFound, "the server could not find the requested resource");
  }
  TRY(registry_.bind(key, body, options_));
  return std::make_shared<const client::Object>(json::Object{{"kind", "Status"},
                                                             {"apiVersion", "v1"},
                                                             {"metadata", json::Object{}},
                                                             {"status", "Success"},
                                                             {"code", 201}});
}

Result<std::unique_ptr<client::Watch>> LocalClient::watch(const api::Kind& kind,
                                                          const client::WatchOptions& options) {
  WatchRequest request;
  request.ns = options.ns;
  request.label_selector = options.label_selector;
  request.field_selector = options.field_selector;
  request.resource_version = options.resource_version;
  request.bookmarks = options.bookmarks;
  TRY_ASSIGN(auto events, registry_.watch(kind, request));
  return std::make_unique<LocalWatch>(std::move(events), options.bookmarks, clock_);
}

}  // namespace sluice::registry
