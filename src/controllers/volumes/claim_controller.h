// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"
#include "controllers/setting.h"
#include "controllers/volumes/directories.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Gives every PersistentVolumeClaim a volume: one that fits, or a new one from the provisioner of
// its class when that is our own. A claim that has to wait says in an event what for.
class ClaimController final : public runtime::Reconciler {
 public:
  // Adds indexes to informers: construct before they start.
  ClaimController(const Setting& setting, volumes::Directories directories);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> keep_bound(const client::Object& claim);
  Result<json::Value> grow(const client::Object& claim, const client::Object& volume);
  Result<void> find_volume(const client::Object& claim);
  Result<void> use_named(const client::Object& claim, const std::string& volume);
  Result<void> bind(const client::Object& claim, const client::Object& volume);
  Result<void> provision(const client::Object& claim, const client::Object& storage_class);
  Result<void> wait(const client::Object& claim, std::string_view reason,
                    const std::string& message, std::string_view type = "Normal");
  Result<void> wait_for_provisioner(const client::Object& claim, const std::string& provisioner);
  Result<void> wait_for_consumer(const client::Object& claim);

  client::Client& client_;
  runtime::Informer& claims_;
  runtime::Informer& volumes_;
  runtime::Informer& classes_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  const volumes::Directories directories_;
};

}  // namespace sluice::controllers
