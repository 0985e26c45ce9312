// SPDX-License-Identifier: Apache-2.0
// Several writers change objects at random while watchers follow. Afterwards every watcher's events
// are compared with what the writers know: ordered, unique, reliable, resumable, bookmarked and
// filtered, as Kubernetes names its guarantees.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "api/meta.h"
#include "base/text.h"
#include "registry/registry.h"
#include "store_model.h"

namespace sluice {
namespace {

using client::EventType;

constexpr int kWriters = 3;
constexpr int kChangesPerWriter = 300;
constexpr int kKeysPerWriter = 5;

struct Seen {
  EventType type;
  std::int64_t revision;
  std::string name;

  friend bool operator==(const Seen&, const Seen&) = default;
};

void PrintTo(const Seen& seen, std::ostream* out) {
  *out << static_cast<int>(seen.type) << " " << seen.name << "@" << seen.revision;
}

std::int64_t revision_of(const json::Value& object) {
  return parse_int(api::resource_version(object)).value_or(0);
}

// A change as its writer knows it.
struct Change {
  std::int64_t revision = 0;
  std::string name;
  bool deleted = false;
  bool red = false;  // carries the label the filtered watchers ask for
};

class WatchModel : public testing::Test {
 protected:
  const api::Kind& kind() const { return api::kinds::config_map(); }

  void write(int writer, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::map<std::string, bool> live;
    for (int i = 0; i < kChangesPerWriter; ++i) {
      Change change{
          .revision = 0,
          .name = "w" + std::to_string(writer) + "-" + std::to_string(random() % kKeysPerWriter),
          .deleted = false,
          .red = random() % 2 == 0};
      if (!live.contains(change.name)) {
        const auto made = registry_.create(kind(), "default", object(change, i));
        ASSERT_TRUE(made.has_value()) << made.error().message;
        change.revision = revision_of(*made->object.decode());
        live[change.name] = change.red;
      } else if (random() % 4 == 0) {
        change.red = live[change.name];
        const auto gone = registry_.remove(kind(), {.key = {"default", change.name}});
        ASSERT_TRUE(gone.has_value()) << gone.error().message;
        change.revision = revision_of(*gone->object.decode());
        change.deleted = true;
        live.erase(change.name);
      } else {
        const auto made = registry_.update(
            kind(), {.key = {"default", change.name}, .object = object(change, i)});
        ASSERT_TRUE(made.has_value()) << made.error().message;
        change.revision = revision_of(*made->object.decode());
        live[change.name] = change.red;
      }
      changes_[static_cast<std::size_t>(writer)].push_back(change);
    }
  }

  static json::Value object(const Change& change, int number) {
    return json::Object{
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata",
         json::Object{{"name", change.name},
                      {"namespace", "default"},
                      {"labels", json::Object{{"colour", change.red ? "red" : "blue"}}}}},
        {"data", json::Object{{"number", std::to_string(number)}}}};
  }

  // Follows until it has handed out everything up to `until_`; with `restarts`, from a new watch
  // at the last revision it saw, again and again.
  std::vector<Seen> follow(const std::string& selector, bool restarts, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Seen> seen;
    std::int64_t at = start_;
    while (until_ == 0 || at < until_) {
      auto watch = registry_.watch(kind(), {.ns = "default",
                                            .label_selector = selector,
                                            .resource_version = std::to_string(at),
                                            .bookmarks = true});
      EXPECT_TRUE(watch.has_value()) << watch.error().message;
      for (std::uint64_t left = restarts ? 1 + random() % 40 : ~0ULL;
           left > 0 && (until_ == 0 || at < until_); --left) {
        at = take(**watch, at, seen);
      }
    }
    return seen;
  }

  // One event, or the bookmark of a pause. Returns the revision up to which all is seen.
  std::int64_t take(registry::Watch& watch, std::int64_t at, std::vector<Seen>& seen) {
    auto event = watch.next(std::chrono::milliseconds(10));
    EXPECT_TRUE(event.has_value()) << event.error().message;
    if (!event || !*event) {
      const auto bookmark = watch.bookmark();
      return bookmark ? std::max(at, revision_of(*bookmark->object.decode())) : at;
    }
    const json::Value document = *(*event)->object.decode();
    const std::int64_t revision = revision_of(document);
    EXPECT_GT(revision, at) << "after a bookmark or an event at " << at;
    seen.push_back({(*event)->type, revision, api::name(document)});
    return revision;
  }

  std::vector<Seen> follow_later(registry::Watch& watch) {
    std::vector<Seen> seen;
    for (std::int64_t at = start_; at < until_ && !HasFailure();) {
      at = take(watch, at, seen);
    }
    return seen;
  }

  std::vector<Change> all_changes() const {
    std::vector<Change> all;
    for (const auto& own : changes_) {
      all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end(),
              [](const Change& a, const Change& b) { return a.revision < b.revision; });
    return all;
  }

  std::vector<Seen> expected(bool red_only) const {
    std::vector<Seen> events;
    std::map<std::string, bool> visible;
    for (const Change& change : all_changes()) {
      const bool before = visible[change.name];
      const bool now = !change.deleted && (!red_only || change.red);
      if (before || now) {
        events.push_back({!now     ? EventType::kDeleted
                          : before ? EventType::kModified
                                   : EventType::kAdded,
                          change.revision, change.name});
      }
      visible[change.name] = now;
    }
    return events;
  }

  void SetUp() override {
    ASSERT_TRUE(registry_.bootstrap().has_value());
    start_ = static_cast<std::int64_t>(store_->revision());
  }

  RealClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend(), {.watch_buffer = 10})).value();
  registry::Registry registry_{*store_, clock_};
  std::vector<std::vector<Change>> changes_{kWriters};
  std::int64_t start_ = 0;
  std::atomic<std::int64_t> until_ = 0;  // 0: the writers are still at it
};

TEST_F(WatchModel, WatchersSeeWhatHappenedAndNothingElse) {
  struct Follower {
    std::string selector;
    bool restarts;
    std::vector<Seen> seen = {};
  };
  std::vector<Follower> followers{
      {"", false}, {"", true}, {"colour=red", false}, {"colour=red", true}};
  const std::uint64_t seed = model_seed();
  {
    std::vector<std::jthread> watching;
    for (Follower& follower : followers) {
      watching.emplace_back(
          [&] { follower.seen = follow(follower.selector, follower.restarts, seed); });
    }
    {
      std::vector<std::jthread> writing;
      for (int i = 0; i < kWriters; ++i) {
        writing.emplace_back([this, i, seed] { write(i, seed + static_cast<std::uint64_t>(i)); });
      }
    }
    until_ = static_cast<std::int64_t>(store_->revision());
  }
  for (const Follower& follower : followers) {
    EXPECT_EQ(follower.seen, expected(!follower.selector.empty()))
        << "selector \"" << follower.selector << "\", restarts: " << follower.restarts;
  }
}

TEST_F(WatchModel, AWatcherThatReadsWhenAllIsOverSeesTheSame) {
  const registry::WatchRequest from_now{.ns = "default",
                              .resource_version = std::to_string(start_),
                              .bookmarks = true};
  registry::WatchRequest red = from_now;
  red.label_selector = "colour=red";
  const auto all = std::move(registry_.watch(kind(), from_now)).value();
  const auto some = std::move(registry_.watch(kind(), red)).value();
  const std::uint64_t seed = model_seed();
  {
    std::vector<std::jthread> writing;
    for (int i = 0; i < kWriters; ++i) {
      writing.emplace_back([this, i, seed] { write(i, seed + static_cast<std::uint64_t>(i)); });
    }
  }
  until_ = static_cast<std::int64_t>(store_->revision());
  EXPECT_EQ(follow_later(*all), expected(false));
  EXPECT_EQ(follow_later(*some), expected(true));
}

}  // namespace
}  // namespace sluice
