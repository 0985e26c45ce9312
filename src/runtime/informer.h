// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/clock.h"
#include "client/client.h"
#include "runtime/thread_group.h"
#include "runtime/watcher.h"

namespace sluice::runtime {

// What happened to one object: `before` is null when it appeared, `after` when it went away. An
// object deleted and created anew under the same name is two changes.
struct Change {
  client::ObjectPtr before;
  client::ObjectPtr after;

  const client::Object& object() const { return after != nullptr ? *after : *before; }
};

// A copy of all objects of one kind, kept up to date by one thread. Reads are thread-safe, answer
// from memory and may lag the server: no read-your-writes. Handlers and indexes are added before
// start(). Handlers run on the informer's thread, in order, after the copy has changed; they must
// not block: put a key into a queue.
class Informer {
 public:
  using Handler = std::function<void(const Change&)>;
  using IndexValues = std::function<std::vector<std::string>(const client::Object&)>;

  // Of all objects, or of those in `scope` only.
  Informer(client::Client& client, const api::Kind& kind, Clock& clock,
           client::ListOptions scope = {});
  ~Informer();  // stops
  Informer(const Informer&) = delete;
  Informer& operator=(const Informer&) = delete;

  const api::Kind& kind() const { return kind_; }
  void on_change(Handler handler);

  // Makes by_index(name, value) answer. Adding an index that is there again changes nothing.
  void add_index(const std::string& name, IndexValues values);

  // What is known before the first list, which then is told as what changed since. After the
  // indexes are there, before handlers are.
  void begin_with(const std::vector<client::ObjectPtr>& objects);

  client::ObjectPtr get(const api::Key& key) const;  // null when not there
  std::vector<client::ObjectPtr> list(const std::string& ns = "") const;
  std::vector<client::ObjectPtr> by_index(const std::string& name, const std::string& value) const;

  void start();
  void request_stop();
  bool await_stopped(SteadyTime deadline) { return threads_.await(deadline); }

  // The first list has been handed to the handlers.
  bool synced() const;
  // Waits for that; false when `deadline` or a stop came first.
  bool await_synced(SteadyTime deadline);

 private:
  struct Index {
    IndexValues values;
    std::unordered_map<std::string, std::map<api::Key, client::ObjectPtr>> entries;
  };

  void run();
  void rest(Duration time);
  void take(const Watcher::News& news);
  void replace(const std::vector<client::ObjectPtr>& objects);
  void apply(const client::ObjectPtr& object);
  void set(const api::Key& key, client::ObjectPtr after);  // null: remove
  void change_indexes(const api::Key& key, const Change& change);

  const api::Kind& kind_;
  Clock& clock_;
  Watcher watcher_;
  std::vector<Handler> handlers_;

  mutable std::shared_mutex objects_mutex_;  // guards objects_ and index entries
  std::map<api::Key, client::ObjectPtr> objects_;
  std::map<std::string, Index> indexes_;

  mutable std::mutex state_mutex_;
  std::condition_variable state_changed_;
  bool started_ = false;
  bool synced_ = false;
  bool stopping_ = false;
  ThreadGroup threads_;
};

}  // namespace sluice::runtime
