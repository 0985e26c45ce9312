// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

namespace disruption {

// When the pod's condition DisruptionTarget stops being believed; nothing when it has none, or one
// that stays: the pod is going or over, or its kubelet wrote it.
std::optional<WallTime> target_until(const client::Object& pod);

}  // namespace disruption

// Takes back the condition DisruptionTarget from pods that were announced to go and after two
// minutes are still not being deleted.
class StaleTargets final : public runtime::Reconciler {
 public:
  StaleTargets(client::Client& client, runtime::Informers& informers, Clock& clock);

  // Pods with such a condition are work.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& pods_;
  Clock& clock_;
};

}  // namespace sluice::controllers
