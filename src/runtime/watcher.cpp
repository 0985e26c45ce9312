// SPDX-License-Identifier: Apache-2.0
// The list/watch recovery of the Kubernetes API concepts ("efficient detection of changes"):
//
//   Empty --list--> Listed --watch opened--> Watching --event, bookmark--> Watching
//   Listed, Watching --Expired--> Empty                 (the version is no longer kept)
//   Watching --connection ended--> Listed               (nothing is lost: resume at version_)
//   any other error: same state again, after a rest of 0.8 s, 1.6 s, … 30 s
//
// A watch that had delivered something is resumed without a rest. Stopped is final. The client
// hides the pages of a list, so there are no states for them.
#include "runtime/watcher.h"

#include <utility>

#include "base/log.h"

namespace sluice::runtime {

Watcher::Watcher(client::Client& client, const api::Kind& kind, client::ListOptions scope)
    : client_(client),
      kind_(kind),
      scope_(std::move(scope)),
      backoff_({.first = std::chrono::milliseconds(800), .limit = std::chrono::seconds(30)}) {}

Watcher::Outcome Watcher::step(Duration patience) {
  if (stopped()) {
    return {Stopped{}};
  }
  if (std::holds_alternative<Empty>(state_)) {
    return list();
  }
  return std::holds_alternative<Listed>(state_) ? open() : follow(patience);
}

Watcher::Outcome Watcher::list() {
  auto listed = client_.list(kind_, scope_);
  if (!listed) {
    return recover(listed.error());
  }
  version_ = listed->resource_version;
  state_ = Listed{};
  return {Replaced{std::move(listed->items)}};
}

Watcher::Outcome Watcher::open() {
  auto opened = client_.watch(kind_, {.ns = scope_.ns,
                                      .label_selector = scope_.label_selector,
                                      .field_selector = scope_.field_selector,
                                      .resource_version = version_});
  if (!opened) {
    return recover(opened.error());
  }
  const std::scoped_lock lock(mutex_);
  if (stopped_) {
    (*opened)->stop();
    return {Stopped{}};
  }
  watch_ = std::move(*opened);
  healthy_ = false;
  state_ = Watching{};
  return {};
}

Watcher::Outcome Watcher::follow(Duration patience) {
  auto event = watch_->next(patience);
  if (!event) {
    return recover(event.error());
  }
  healthy_ = true;
  backoff_.reset();
  return event->has_value() ? apply(**event) : Outcome{};
}

Watcher::Outcome Watcher::apply(const client::WatchEvent& event) {
  version_ = api::resource_version(*event.object);
  switch (event.type) {
    case client::EventType::kBookmark:
      return {};
    case client::EventType::kDeleted:
      return {Deleted{event.object}};
    case client::EventType::kAdded:
    case client::EventType::kModified:
      break;
  }
  return {Applied{event.object}};
}

Watcher::Outcome Watcher::recover(const Error& error) {
  const bool was_watching = std::holds_alternative<Watching>(state_);
  {
    const std::scoped_lock lock(mutex_);
    watch_.reset();
    if (stopped_) {
      return {Stopped{}};
    }
  }
  if (error.code == Code::kExpired) {
    state_ = Empty{};
  } else if (was_watching) {
    state_ = Listed{};
  }
  const bool resume_at_once = was_watching && std::exchange(healthy_, false);
  const Duration rest = resume_at_once ? Duration::zero() : backoff_.next();
  if (!resume_at_once) {
    log::warning("watch interrupted",
                 {{"resource", kind_.qualified_resource()},
                  {"error", error.message},
                  {"retry_ms", std::to_string(rest / std::chrono::milliseconds(1))}});
  }
  return {Nothing{}, rest};
}

void Watcher::stop() {
  std::shared_ptr<client::Watch> watch;
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    watch = watch_;
  }
  if (watch != nullptr) {
    watch->stop();
  }
}

bool Watcher::stopped() const {
  const std::scoped_lock lock(mutex_);
  return stopped_;
}

}  // namespace sluice::runtime
