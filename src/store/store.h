// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::store {

// One global counter orders every change: strictly increasing, gap-free, never reused.
using Revision = std::uint64_t;

// One version of one key. Immutable once published and shared by index, history and watchers, so
// that its bytes exist once.
struct Record {
  std::string key;
  std::string value;      // for a deletion: the bytes written with it (the object's last state)
  Revision created = 0;   // revision that created the key
  Revision modified = 0;  // revision of this version
  bool deleted = false;
  std::weak_ptr<const Record> previous;  // live version before this one, while history keeps it
};
using RecordPtr = std::shared_ptr<const Record>;

// What a write expects to find: nothing checked, the key missing, or exactly this revision.
struct Expect {
  enum class What { kAnything, kAbsent, kRevision } what = What::kAnything;
  Revision revision = 0;

  static Expect anything() { return {}; }
  static Expect absent() { return {What::kAbsent, 0}; }
  static Expect at(Revision revision) { return {What::kRevision, revision}; }
};

// Produces the bytes to store, given the revision they are stored at: objects carry their own
// revision, and this way they are encoded exactly once. Must not call the store.
using Encode = std::function<std::string(Revision)>;

struct RangeResult {
  std::vector<RecordPtr> records;  // in key order
  Revision revision = 0;           // of the snapshot they belong to
  bool more = false;               // `limit` cut the range
};

// A subscription to changes below a prefix, in revision order without gaps. next() by one thread,
// stop() and set_ready() by any.
class Watcher {
 public:
  virtual ~Watcher() = default;

  // The next change if one is there. Expired: the watcher was so slow that history does not have it
  // any more; Cancelled: stop() was called or the store closed.
  virtual Result<RecordPtr> try_next() = 0;  // null pointer: nothing now

  // Like try_next but waits up to `timeout`.
  virtual Result<RecordPtr> next(Duration timeout) = 0;

  // Called (from any thread, without locks held) when try_next may have something again after it
  // had nothing. kAtOnce: before the writer is answered, who waits for it. kSoon: for those that
  // come in thousands. May still run once while the watcher is being destroyed: it must own or
  // weakly hold what it touches.
  enum class Call { kAtOnce, kSoon };
  virtual void set_ready(std::function<void()> ready, Call call) = 0;
  void set_ready(std::function<void()> ready) { set_ready(std::move(ready), Call::kAtOnce); }

  // Ends the watch: next() returns at once, this and every later time, with Cancelled.
  virtual void stop() = 0;

  // Like stop(), but what happened before is still handed out.
  virtual void finish() = 0;

  // Every change up to this revision has been handed out: what a bookmark may promise.
  virtual Revision progress() const = 0;
};

// Revisioned map of opaque values: multi-version index in memory for reads and watches, a Backend
// for durability. A write is published (readable, watchable) only after the backend has it on disk:
// nothing acknowledged is ever lost, nothing unacknowledged is ever seen. Thread-safe.
class Store {
 public:
  virtual ~Store() = default;

  virtual Revision revision() const = 0;

  // Current version; NotFound when absent or deleted.
  virtual Result<RecordPtr> get(std::string_view key) const = 0;

  // Live keys with `prefix`, starting at `start` (inclusive; empty: the prefix), as of `at` (0:
  // now). Expired when `at` is compacted. limit 0: all.
  virtual Result<RangeResult> range(std::string_view prefix, std::string_view start, Revision at,
                                    std::size_t limit) const = 0;

  // Conflict or AlreadyExists/NotFound when the expectation does not hold; Unavailable when the
  // disk refuses. Blocks until durable.
  virtual Result<RecordPtr> put(std::string key, Expect expect, Encode encode) = 0;
  virtual Result<RecordPtr> remove(std::string key, Expect expect, Encode encode) = 0;

  // Whether the disk took the last write; what it said if not, until it takes one again.
  virtual Result<void> health() const = 0;

  // Changes after `after` below `prefix`, which ends with a slash, or else is the one key that is
  // watched. Expired when that is compacted.
  virtual Result<std::unique_ptr<Watcher>> watch(std::string prefix, Revision after) const = 0;

  // Forgets history up to `revision`: older snapshots and watch starts become Expired.
  virtual Result<void> compact(Revision revision) = 0;
  virtual Revision compacted() const = 0;
};

// Durable log of changes beneath the Store; called by one thread at a time.
class Backend {
 public:
  virtual ~Backend() = default;
  struct Loaded {
    Revision revision = 0;
    Revision compacted = 0;
    std::vector<RecordPtr> live;
  };
  // Once, at start.
  virtual Result<Loaded> load() = 0;

  // All or nothing, durable on return.
  virtual Result<void> append(const std::vector<RecordPtr>& changes) = 0;
  virtual Result<void> compact(Revision revision) = 0;
};

// Forgets everything at exit: for tests.
std::unique_ptr<Backend> memory_backend();

// One SQLite file (WAL, full sync). Fails with Unsupported when the file was written by a newer
// version of this program, naming both versions, and leaves it untouched.
Result<std::unique_ptr<Backend>> sqlite_backend(const std::string& path);

struct StoreOptions {
  std::size_t watch_buffer = 1000;  // changes a watcher may lag before it reads them from history
  std::size_t history = 100'000;    // changes kept for watch resumption, at most
};
Result<std::unique_ptr<Store>> open_store(std::unique_ptr<Backend> backend,
                                          StoreOptions options = {});

}  // namespace sluice::store
