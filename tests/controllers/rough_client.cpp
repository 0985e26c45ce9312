// SPDX-License-Identifier: Apache-2.0
#include "rough_client.h"

#include <optional>
#include <utility>

namespace sluice {
namespace {

using client::WatchEvent;

// No common factors: the mishaps fall together in every combination.
constexpr unsigned kSwapEvery = 3;
constexpr unsigned kRepeatEvery = 4;
constexpr unsigned kLoseEvery = 7;
// For the event that is to overtake another one; there may be none.
constexpr std::chrono::milliseconds kForAnother{1};

class StormyWatch final : public client::Watch {
 public:
  explicit StormyWatch(std::unique_ptr<client::Watch> watch) : watch_(std::move(watch)) {}

  Result<std::optional<WatchEvent>> next(Duration timeout) override {
    if (lost_) {
      return fail(Code::kExpired, "the storm took an event");
    }
    if (later_) {
      return std::exchange(later_, std::nullopt);
    }
    TRY_ASSIGN(std::optional<WatchEvent> event, watch_->next(timeout));
    if (!event || event->type == client::EventType::kBookmark) {
      return event;
    }
    ++events_;
    if (events_ % kLoseEvery == 0) {
      lost_ = true;
      return std::optional<WatchEvent>();
    }
    if (events_ % kRepeatEvery == 0) {
      later_ = event;
    } else if (events_ % kSwapEvery == 0) {
      return overtaken(*std::move(event));
    }
    return event;
  }
  void stop() override { watch_->stop(); }

 private:
  // The next event, if it is of another object, with this one to follow.
  Result<std::optional<WatchEvent>> overtaken(WatchEvent event) {
    TRY_ASSIGN(std::optional<WatchEvent> other, watch_->next(kForAnother));
    if (!other || other->type == client::EventType::kBookmark) {
      return event;
    }
    const bool same = api::key(*other->object) == api::key(*event.object);
    later_ = same ? std::move(*other) : std::move(event);
    return same ? std::move(event) : std::move(other);
  }

  const std::unique_ptr<client::Watch> watch_;
  unsigned events_ = 0;
  bool lost_ = false;
  std::optional<WatchEvent> later_;
};

}  // namespace

const char* to_string(Weather weather) {
  switch (weather) {
    case Weather::kFair:
      return "Fair";
    case Weather::kStormy:
      return "Stormy";
    case Weather::kLethal:
      break;
  }
  return "Lethal";
}

Result<void> RoughClient::check_alive() const {
  return dead_ ? fail(Code::kUnavailable, "dead") : Result<void>();
}

template <class Answer>
Answer RoughClient::survived(const api::Kind& kind, Answer answer) {
  const bool lethal = weather_ == Weather::kLethal && &kind != &api::kinds::event();
  if (answer && lethal) {
    dead_ = true;
    return fail(Code::kUnavailable, "dead");
  }
  return answer;
}

Result<client::ObjectPtr> RoughClient::get(const api::Kind& kind, const api::Key& key) {
  TRY(check_alive());
  return client_.get(kind, key);
}

Result<client::ObjectList> RoughClient::list(const api::Kind& kind,
                                             const client::ListOptions& options) {
  return client_.list(kind, options);
}

Result<client::ObjectPtr> RoughClient::create(const api::Kind& kind, const client::Object& object) {
  TRY(check_alive());
  return survived(kind, client_.create(kind, object));
}

Result<client::ObjectPtr> RoughClient::update(const api::Kind& kind, const client::Object& object,
                                              client::Part part) {
  TRY(check_alive());
  return survived(kind, client_.update(kind, object, part));
}

Result<client::ObjectPtr> RoughClient::patch(const api::Kind& kind, const api::Key& key,
                                             const client::Patch& patch, client::Part part) {
  TRY(check_alive());
  return survived(kind, client_.patch(kind, key, patch, part));
}

Result<void> RoughClient::remove(const api::Kind& kind, const api::Key& key,
                                 const client::DeleteOptions& options) {
  TRY(check_alive());
  return survived(kind, client_.remove(kind, key, options));
}

Result<client::ObjectPtr> RoughClient::create_subresource(const api::Kind& kind,
                                                          const api::Key& key,
                                                          const std::string& subresource,
                                                          const client::Object& body) {
  TRY(check_alive());
  return survived(kind, client_.create_subresource(kind, key, subresource, body));
}

Result<std::unique_ptr<client::Watch>> RoughClient::watch(const api::Kind& kind,
                                                          const client::WatchOptions& options) {
  TRY_ASSIGN(auto watch, client_.watch(kind, options));
  if (weather_ != Weather::kStormy) {
    return watch;
  }
  return std::make_unique<StormyWatch>(std::move(watch));
}

}  // namespace sluice
