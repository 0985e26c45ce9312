// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the phase of every PersistentVolume and does what its reclaim policy says when its claim is
// gone: a directory that was provisioned goes with it, anything else is left to its owner.
class VolumeController final : public runtime::Reconciler {
 public:
  // Adds an index to the volumes' informer: construct before it starts.
  explicit VolumeController(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> release(const client::Object& volume);
  Result<void> give_back(const client::Object& volume);
  Result<void> set_phase(const client::Object& volume, std::string_view phase,
                         const std::string& message = "");

  client::Client& client_;
  runtime::Informer& volumes_;
  runtime::Informer& claims_;
  runtime::EventRecorder& events_;
};

}  // namespace sluice::controllers
