// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>

#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Deletes pods from nodes whose NoExecute taints they do not put up with, at once or when their
// toleration is over.
class TaintEviction final : public runtime::Reconciler {
 public:
  explicit TaintEviction(const Setting& setting);

  // Pods on a node are work, and all of a node whose taints change.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  // When the pod's patience began: with what made it wait first.
  WallTime begun(const api::Key& pod, WallTime now);
  void forget(const api::Key& pod);
  Result<void> evict(const client::Object& pod);

  client::Client& client_;
  runtime::Informer& pods_;
  runtime::Informer& nodes_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  std::mutex mutex_;
  std::map<api::Key, WallTime> begun_;  // of pods that will have to go
};

}  // namespace sluice::controllers
