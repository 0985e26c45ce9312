// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/changes.h"
#include "store/store.h"

namespace sluice::store {

// What a watcher wants to be called; null: nothing. Shared with those on their way to call it.
using Ready = std::shared_ptr<const std::function<void()>>;

class GroupWatcher;

struct Sleeper {
  GroupWatcher* watcher;
  Ready ready;
  Watcher::Call call;
};

// The watchers of one prefix and what at least one of them has not read yet, up to a number: who is
// further behind reads on from history. Its members are guarded by its mutex, those of its watchers
// too.
struct WatchGroup {
  WatchGroup(std::string keys, Revision revision, std::size_t most_records,
             std::shared_ptr<const ReadHistory> past)
      : prefix(std::move(keys)),
        history(std::move(past)),
        buffer(most_records),
        newest(revision),
        dropped(revision) {}

  // With the mutex held.
  std::uint64_t end() const { return begin + records.size(); }
  void append(const RecordPtr& change);
  void forget_read();
  void wake_all(std::vector<Sleeper>& woken);
  // Everything up to it has been read by who has read all before `place`.
  Revision read_before(std::uint64_t place) const;
  // Of the first record after a revision.
  std::uint64_t place_after(Revision revision) const;

  // One place and a revision that is surely behind it: enough to find it in history again.
  struct Mark {
    std::uint64_t place;
    Revision read;
  };

  const std::string prefix;
  const std::shared_ptr<const ReadHistory> history;
  const std::size_t buffer;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<RecordPtr> records;
  std::uint64_t begin = 0;      // place of the first record
  Revision newest;              // nothing below the prefix has changed since
  Revision dropped;             // what is up to it is not among the records
  std::deque<Mark> marks;       // by place; few
  std::size_t watchers = 0;     // that have not ended
  std::size_t up_to_date = 0;   // of them, whose place is the end
  std::vector<Sleeper> asleep;  // of those, who wants to be called
  std::uint64_t nights = 0;     // how often all who slept were woken
  std::optional<Error> closed;
};

// A watcher that hands out the backlog, what history has after it, then what is appended to the
// group from now on. `progress`: every change up to it is not owed; `offered`: the last revision
// that all groups have.
std::unique_ptr<Watcher> watch_group(std::shared_ptr<WatchGroup> group, Changes backlog,
                                     Revision progress,
                                     std::shared_ptr<const std::atomic<Revision>> offered);

}  // namespace sluice::store
