// SPDX-License-Identifier: Apache-2.0
//
// One thread at a time writes: it takes everything that is waiting, decides it as one Batch,
// appends it to the backend (one disk sync for all of it) and only then publishes: first to
// readers, then to watchers, then to the callers. While the disk works, the next batch gathers by
// itself. A caller who finds nobody writing does it on the spot, for waking another thread and
// being woken would take as long as the disk; what has gathered meanwhile is the writer thread's.
//
// Lock order: hub pause, then the index's mutex. queue_mutex_ is never held with either,
// health_mutex_ with none.
#include "store/store.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>
#include <variant>

#include "base/worker_pool.h"
#include "store/batch.h"
#include "store/version_index.h"
#include "store/watch_hub.h"

namespace sluice::store {
namespace {

constexpr std::size_t kWritesPerBatch = 256;

struct Compaction {
  Revision revision;
  std::promise<Result<void>> done;
};

// The index and its guard. Watchers may outlive the store, but keep no history alive.
struct SharedIndex {
  explicit SharedIndex(const Backend::Loaded& loaded) : index(loaded) {}

  mutable std::shared_mutex mutex;
  VersionIndex index;
};

ReadHistory history_of(const std::shared_ptr<const SharedIndex>& shared) {
  return [weak = std::weak_ptr(shared)](std::string_view prefix, Revision after,
                                        Revision until) -> Result<Changes> {
    const auto index = weak.lock();
    if (index == nullptr) {
      return fail(Code::kCancelled, "the store was closed");
    }
    const std::shared_lock lock(index->mutex);
    return index->index.changes(prefix, after, until);
  };
}

class IndexedStore final : public Store {
 public:
  IndexedStore(std::unique_ptr<Backend> backend, const Backend::Loaded& loaded,
               StoreOptions options)
      : backend_(std::move(backend)),
        options_(options),
        shared_(std::make_shared<SharedIndex>(loaded)),
        hub_(options.watch_buffer, history_of(shared_)),
        writer_([this] { run_writer(); }) {}

  ~IndexedStore() override {
    {
      const std::scoped_lock lock(queue_mutex_);
      stopping_ = true;
    }
    queue_changed_.notify_all();
    writer_.join();
    hub_.close();
  }

  Revision revision() const override {
    const std::shared_lock lock(index_mutex_);
    return index_.revision();
  }

  Revision compacted() const override {
    const std::shared_lock lock(index_mutex_);
    return index_.compacted();
  }

  Result<RecordPtr> get(std::string_view key) const override {
    RecordPtr found = lookup(key);
    if (found == nullptr) {
      return fail(Code::kNotFound, "key \"" + std::string(key) + "\" not found");
    }
    return found;
  }

  Result<RangeResult> range(std::string_view prefix, std::string_view start, Revision at,
                            std::size_t limit) const override {
    const std::shared_lock lock(index_mutex_);
    return index_.range(prefix, start, at, limit);
  }

  Result<RecordPtr> put(std::string key, Expect expect, Encode encode) override {
    return write({std::move(key), expect, std::move(encode), false, {}});
  }

  Result<RecordPtr> remove(std::string key, Expect expect, Encode encode) override {
    return write({std::move(key), expect, std::move(encode), true, {}});
  }

  Result<void> health() const override {
    const std::scoped_lock lock(health_mutex_);
    return health_;
  }

  Result<std::unique_ptr<Watcher>> watch(std::string prefix, Revision after) const override {
    const auto paused = hub_.pause();
    const std::shared_lock lock(index_mutex_);
    const Revision now = index_.revision();
    TRY_ASSIGN(Changes backlog, index_.changes(prefix, after, now));
    const bool nothing_owed = backlog.records.empty() && backlog.through >= now;
    const Revision progress = nothing_owed ? now : after;
    return hub_.subscribe({std::move(prefix), now, std::move(backlog), progress}, paused);
  }

  Result<void> compact(Revision revision) override {
    Compaction compaction{revision, {}};
    auto done = compaction.done.get_future();
    handle(std::move(compaction));
    return done.get();
  }

 private:
  using Request = std::variant<Write, Compaction>;

  RecordPtr lookup(std::string_view key) const {
    const std::shared_lock lock(index_mutex_);
    return index_.current(key);
  }

  Result<RecordPtr> write(Write write) {
    auto done = write.done.get_future();
    handle(std::move(write));
    return done.get();
  }

  // Returns when the request is done, or sure to be done by the thread that writes now.
  void handle(Request request) {
    std::unique_lock lock(queue_mutex_);
    CHECK(!stopping_);
    queue_.push_back(std::move(request));
    if (!writing_) {
      write_waiting(lock);
    }
  }

  void run_writer() {
    name_this_thread("store-writer");
    std::unique_lock lock(queue_mutex_);
    while (true) {
      queue_changed_.wait(lock, [&] { return !writing_ && (stopping_ || !queue_.empty()); });
      if (queue_.empty()) {
        return;
      }
      write_waiting(lock);
    }
  }

  // One batch of what is waiting. With queue_mutex_ held, which is released meanwhile.
  void write_waiting(std::unique_lock<std::mutex>& lock) {
    std::vector<Request> taken;
    while (!queue_.empty() && taken.size() < kWritesPerBatch) {
      taken.push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
    writing_ = true;
    lock.unlock();
    write_all(std::move(taken));
    lock.lock();
    writing_ = false;
    if (!queue_.empty() || stopping_) {
      queue_changed_.notify_one();
    }
  }

  void write_all(std::vector<Request> requests) {
    Batch batch([this](std::string_view key) { return lookup(key); }, revision());
    std::vector<Compaction> compactions;
    for (Request& request : requests) {
      if (auto* write = std::get_if<Write>(&request)) {
        batch.decide(std::move(*write));
      } else {
        compactions.push_back(std::move(std::get<Compaction>(request)));
      }
    }
    commit(batch);
    for (Compaction& compaction : compactions) {
      run(compaction);
    }
  }

  void commit(Batch& batch) {
    if (!batch.changes().empty()) {
      const auto appended = backend_->append(batch.changes());
      note_health(appended);
      if (!appended.has_value()) {
        batch.fail_with(appended.error());
        return;
      }
      hub_.publish(batch.changes(), [&] { make_readable(batch.changes()); });
    }
    batch.complete();
  }

  void note_health(const Result<void>& appended) {
    const std::scoped_lock lock(health_mutex_);
    health_ = appended;
  }

  void make_readable(const std::vector<RecordPtr>& changes) {
    const std::unique_lock lock(index_mutex_);
    for (const RecordPtr& change : changes) {
      index_.publish(change);
    }
    index_.keep_at_most(options_.history);
  }

  void run(Compaction& compaction) {
    if (compaction.revision > revision()) {
      compaction.done.set_value(fail(Code::kInvalid, "cannot compact the future"));
      return;
    }
    auto compacted = backend_->compact(compaction.revision);
    if (compacted.has_value()) {
      const std::unique_lock lock(index_mutex_);
      index_.compact(compaction.revision);
    }
    compaction.done.set_value(std::move(compacted));
  }

  const std::unique_ptr<Backend> backend_;  // only by the thread that writes
  const StoreOptions options_;

  const std::shared_ptr<SharedIndex> shared_;
  std::shared_mutex& index_mutex_ = shared_->mutex;
  VersionIndex& index_ = shared_->index;
  mutable WatchHub hub_;  // watching changes nothing that is stored

  mutable std::mutex health_mutex_;
  Result<void> health_;  // of the last append

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::deque<Request> queue_;  // at most one entry per blocked caller
  bool writing_ = false;       // somebody is
  bool stopping_ = false;

  std::thread writer_;
};

}  // namespace

Result<std::unique_ptr<Store>> open_store(std::unique_ptr<Backend> backend, StoreOptions options) {
  TRY_ASSIGN(const Backend::Loaded loaded, backend->load());
  return std::make_unique<IndexedStore>(std::move(backend), loaded, options);
}

}  // namespace sluice::store
