// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"
#include "runtime/work_queue.h"

namespace sluice::runtime {

struct ControllerOptions {
  std::string name;  // in logs and thread names
  std::size_t workers = 1;
  BackoffLimits backoff = {};
  std::function<void(const api::Key&)> observe = {};  // called before each reconcile; may be empty
};

// Feeds a reconciler: changes seen by informers become keys in a queue, worker threads take them.
// The reconciler and the informers must outlive it. watch() is called before the informers start.
class Controller final : public Runnable {
 public:
  using Keys = std::function<std::vector<api::Key>(const Change&)>;

  Controller(ControllerOptions options, Reconciler& reconciler, Clock& clock);
  ~Controller() override;  // stops
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  // Every changed object is work itself.
  void watch(Informer& informer);

  // A changed object is work for the object of kind `owner` that controls it.
  void watch_controlled(Informer& informer, const api::Kind& owner);

  // A change is work for the keys that `keys` names.
  void watch(Informer& informer, Keys keys);

  WorkQueue& queue() { return queue_; }

  std::string name() const override { return options_.name; }
  Result<void> start() override;
  void request_stop() override { queue_.stop(); }
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  void work();
  void handle(const api::Key& key, SteadyTime looked, const Result<Requeue>& result);

  const ControllerOptions options_;
  Reconciler& reconciler_;
  Clock& clock_;
  WorkQueue queue_;
  ThreadGroup threads_;
};

}  // namespace sluice::runtime
