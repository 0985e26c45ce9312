// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Makes the PersistentVolumeClaims of pods with ephemeral volumes; each goes with its pod.
class EphemeralClaims final : public runtime::Reconciler {
 public:
  explicit EphemeralClaims(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> keep_claim(const client::Object& pod, const json::Value& volume);

  client::Client& client_;
  runtime::Informer& pods_;
  runtime::Informer& claims_;
  runtime::EventRecorder& events_;
};

}  // namespace sluice::controllers
