// SPDX-License-Identifier: Apache-2.0
// A server process is killed again and again in the middle of its writes. What it acknowledged is
// there afterwards, whole; what it did not acknowledge is there whole or not at all.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/pipe.h"
#include "store_model.h"

namespace sluice {
namespace {

constexpr int kRounds = 20;
constexpr int kWriters = 4;
constexpr int kMostAcknowledged = 150;

// The child: acknowledges each change with one line, written as one piece.
[[noreturn]] void serve(const std::string& path, std::uint64_t seed, int acknowledge) {
  const auto store = open_sqlite(path);
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&store, seed, i, acknowledge] {
      RandomWriter writer(*store, seed + static_cast<std::uint64_t>(i),
                          "/w" + std::to_string(i) + "/");
      while (true) {
        const StoreModel::Change change = writer.write();
        const std::string line = std::to_string(change.revision) + " " + change.key + " " +
                                 (change.deleted ? "1" : "0") + "\n";
        if (::write(acknowledge, line.data(), line.size()) < 0) {
          ::_exit(1);
        }
      }
    });
  }
  writers[0].join();
  ::_exit(0);
}

std::vector<StoreModel::Change> acknowledged_until_killed(const std::string& path,
                                                          std::uint64_t seed, int count) {
  auto pipe = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    serve(path, seed, pipe->write.get());
  }
  pipe->write.reset();
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t n = 0;
  bool killed = false;
  while ((n = ::read(pipe->read.get(), buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (!killed && std::count(text.begin(), text.end(), '\n') >= count) {
      ::kill(child, SIGKILL);
      killed = true;
    }
  }
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  std::vector<StoreModel::Change> changes;
  std::istringstream lines(text);
  StoreModel::Change change;
  while (lines >> change.revision >> change.key >> change.deleted) {
    changes.push_back(change);
  }
  return changes;
}

// Each writer waits for its acknowledgement, so at most one change of each may have come after the
// last acknowledged one.
void check(const store::Store& store, const std::map<std::string, StoreModel::Change>& last,
           store::Revision newest) {
  EXPECT_GE(store.revision(), newest);
  EXPECT_LE(store.revision(), newest + kWriters);
  const auto all = store.range("/", "", 0, 0);
  ASSERT_TRUE(all.has_value());
  std::map<std::string, store::Revision> found;
  for (const store::RecordPtr& record : all->records) {
    EXPECT_EQ(record->value, value_of(record->key, record->modified)) << record->key;
    found[record->key] = record->modified;
  }
  for (const auto& [key, change] : last) {
    const auto record = found.find(key);
    const bool newer_possible = store.revision() > change.revision;
    if (change.deleted) {
      EXPECT_TRUE(record == found.end() || record->second > change.revision) << key;
    } else if (record == found.end()) {
      EXPECT_TRUE(newer_possible) << key << " was acknowledged and is lost";
    } else {
      EXPECT_GE(record->second, change.revision) << key << " has gone back";
    }
  }
}

TEST(Crash, NothingAcknowledgedIsLostAndNothingIsHalfThere) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "store.db";
  const std::uint64_t seed = model_seed();
  std::mt19937_64 random(seed);
  std::map<std::string, StoreModel::Change> last;
  store::Revision newest = 0;
  for (int round = 0; round < kRounds; ++round) {
    const int count = 1 + static_cast<int>(random() % kMostAcknowledged);
    for (const auto& change : acknowledged_until_killed(path, random(), count)) {
      auto& known = last[change.key];
      if (change.revision > known.revision) {
        known = change;
      }
      newest = std::max(newest, change.revision);
    }
    const auto store = open_sqlite(path);
    check(*store, last, newest);
    newest = store->revision();
  }
}

}  // namespace
}  // namespace sluice
