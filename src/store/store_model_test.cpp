// SPDX-License-Identifier: Apache-2.0
//
// Random operations against the simplest possible model: a full copy of the map per revision.
// Watches must be ordered, unique, gap-free within their prefix, and resumable; they may expire only
// when history has forgotten what they have not read.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "base/files.h"
#include "store/store.h"

namespace sluice::store {
namespace {

using Snapshot = std::map<std::string, std::string>;

class Model {
 public:
  Model(Store& store, unsigned seed) : store_(store), random_(seed) { snapshots_.emplace_back(); }

  void step() {
    switch (pick(13)) {
      case 12:
        return read_some();
      case 0:
        return start_watch();
      case 1:
        return compact();
      case 2:
        return resume_watch();
      case 3:
      case 4:
        return check_range();
      case 5:
      case 6:
        return remove();
      default:
        return put();
    }
  }

  void finish() {
    for (Watch& watch : watches_) {
      if (!read(watch, kAll)) {
        continue;
      }
      EXPECT_EQ(watch.seen, expected(watch.prefix, watch.start));
      EXPECT_EQ(watch.watcher->progress(), revision());
    }
  }

 private:
  static constexpr std::size_t kAll = ~std::size_t{0};

  struct Watch {
    std::string prefix;
    Revision start;
    std::vector<Revision> seen;
    std::unique_ptr<Watcher> watcher;
  };

  std::size_t pick(std::size_t count) { return random_() % count; }
  Revision revision() const { return snapshots_.size() - 1; }
  std::string key() { return "/" + std::to_string(pick(3)) + "/" + std::to_string(pick(5)); }
  std::string prefix() { return pick(3) == 0 ? "/" : "/" + std::to_string(pick(3)) + "/"; }

  Expect expectation(const std::string& key) {
    const auto current = store_.get(key);
    switch (pick(4)) {
      case 0:
        return Expect::absent();
      case 1:
        return Expect::at(current.has_value() ? (*current)->modified : 1);
      case 2:
        return Expect::at(pick(revision() + 2));
      default:
        return Expect::anything();
    }
  }

  bool holds(const Expect& expect, const std::string& key) const {
    const auto last = modified_.find(key);
    const bool exists = snapshots_.back().contains(key);
    switch (expect.what) {
      case Expect::What::kAbsent:
        return !exists;
      case Expect::What::kRevision:
        return exists && last->second == expect.revision;
      case Expect::What::kAnything:
        return true;
    }
    return false;
  }

  void record(const std::string& key, Snapshot next) {
    snapshots_.push_back(std::move(next));
    changed_.push_back(key);
    modified_[key] = revision();
  }

  void put() {
    const std::string name = key();
    const Expect expect = expectation(name);
    const auto put = store_.put(name, expect, [](Revision at) { return "v" + std::to_string(at); });
    ASSERT_EQ(put.has_value(), holds(expect, name));
    if (put.has_value()) {
      Snapshot next = snapshots_.back();
      next[name] = "v" + std::to_string(revision() + 1);
      record(name, std::move(next));
      ASSERT_EQ((*put)->modified, revision());
    }
  }

  void remove() {
    const std::string name = key();
    const Expect expect = expectation(name);
    const bool exists = snapshots_.back().contains(name);
    const auto removed = store_.remove(name, expect, [](Revision) { return "gone"; });
    ASSERT_EQ(removed.has_value(), exists && holds(expect, name));
    if (removed.has_value()) {
      Snapshot next = snapshots_.back();
      next.erase(name);
      record(name, std::move(next));
    }
  }

  void check_range() {
    const std::string below = prefix();
    const Revision at = pick(revision() + 1);
    const std::size_t limit = pick(4);
    const auto range = store_.range(below, "", at, limit);
    if (at != 0 && at < store_.compacted()) {
      ASSERT_EQ(range.error().code, Code::kExpired);
      return;
    }
    ASSERT_TRUE(range.has_value());
    const Snapshot& truth = snapshots_[at == 0 ? revision() : at];
    std::vector<std::pair<std::string, std::string>> wanted;
    for (const auto& [name, value] : truth) {
      if (name.starts_with(below)) {
        wanted.emplace_back(name, value);
      }
    }
    ASSERT_EQ(range->more, limit != 0 && wanted.size() > limit);
    if (limit != 0 && wanted.size() > limit) {
      wanted.resize(limit);
    }
    std::vector<std::pair<std::string, std::string>> got;
    for (const RecordPtr& item : range->records) {
      got.emplace_back(item->key, item->value);
    }
    ASSERT_EQ(got, wanted);
  }

  void start_watch() {
    const std::string below = prefix();
    const Revision after = pick(revision() + 1);
    auto watcher = store_.watch(below, after);
    ASSERT_EQ(watcher.has_value(), after >= store_.compacted());
    if (watcher.has_value() && watches_.size() < 20) {
      watches_.push_back({below, after, {}, std::move(*watcher)});
    }
  }

  // Reads a part, drops the watcher and goes on from the last revision seen, as clients do.
  void resume_watch() {
    if (watches_.empty()) {
      return;
    }
    const std::size_t chosen = pick(watches_.size());
    Watch& watch = watches_[chosen];
    if (!read(watch, kAll)) {
      forget(chosen);
      return;
    }
    auto again = store_.watch(watch.prefix, watch.watcher->progress());
    ASSERT_TRUE(again.has_value()) << again.error().message;
    watch.watcher = std::move(*again);
  }

  void compact() {
    if (pick(5) == 0) {
      ASSERT_TRUE(store_.compact(pick(revision() + 1)).has_value());
    }
  }

  void read_some() {
    if (watches_.empty()) {
      return;
    }
    const std::size_t chosen = pick(watches_.size());
    if (!read(watches_[chosen], pick(5))) {
      forget(chosen);
    }
  }

  void forget(std::size_t chosen) {
    watches_.erase(watches_.begin() + static_cast<std::ptrdiff_t>(chosen));
  }

  // False when it expired, as it may.
  bool read(Watch& watch, std::size_t most) {
    for (std::size_t i = 0; i < most; ++i) {
      const auto record = watch.watcher->try_next();
      if (!record.has_value()) {
        const Revision at = watch.seen.empty() ? watch.start : watch.seen.back();
        EXPECT_EQ(record.error().code, Code::kExpired) << record.error().message;
        EXPECT_LT(at, store_.compacted()) << "history still has what follows";
        const auto all = expected(watch.prefix, watch.start);
        EXPECT_LE(watch.seen.size(), all.size());
        EXPECT_TRUE(std::equal(watch.seen.begin(), watch.seen.end(), all.begin()));
        return false;
      }
      if (*record == nullptr) {
        break;
      }
      watch.seen.push_back((*record)->modified);
    }
    return true;
  }

  std::vector<Revision> expected(const std::string& below, Revision after) const {
    std::vector<Revision> revisions;
    for (Revision at = after + 1; at <= revision(); ++at) {
      if (changed_[at - 1].starts_with(below)) {
        revisions.push_back(at);
      }
    }
    return revisions;
  }

  Store& store_;
  std::mt19937 random_;
  std::vector<Snapshot> snapshots_;   // by revision
  std::vector<std::string> changed_;  // key changed by revision i + 1
  std::map<std::string, Revision> modified_;
  std::vector<Watch> watches_;
};

void run(std::unique_ptr<Backend> backend, unsigned seed, int steps) {
  const std::size_t buffer = seed % 2 == 0 ? 2 : 1000;  // with little, watchers fall behind
  SCOPED_TRACE("seed " + std::to_string(seed));
  const auto store = std::move(open_store(std::move(backend), {.watch_buffer = buffer})).value();
  Model model(*store, seed);
  for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
    model.step();
  }
  model.finish();
}

TEST(StoreModel, RandomOperationsMatchTheModelInMemory) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    run(memory_backend(), seed, 500);
  }
}

TEST(StoreModel, RandomOperationsMatchTheModelOnDisk) {
  const TemporaryDirectory directory;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const std::string path = directory.path() / std::to_string(seed);
    run(std::move(sqlite_backend(path)).value(), seed, 200);
  }
}

}  // namespace
}  // namespace sluice::store
