// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps a finalizer on every object of one kind and takes it off when the object is to go and
// nobody uses it. What uses it is for the kinds below to say.
class Protection : public runtime::Reconciler {
 public:
  Result<runtime::Requeue> reconcile(const api::Key& key) final;

 protected:
  Protection(client::Client& client, const api::Kind& kind, std::string_view finalizer)
      : client_(client), kind_(kind), finalizer_(finalizer) {}

  virtual Result<bool> is_used(const client::Object& object) = 0;

  client::Client& client_;

 private:
  const api::Kind& kind_;
  const std::string_view finalizer_;
};

// A PersistentVolumeClaim stays while pods on nodes have it.
class ClaimProtection final : public Protection {
 public:
  ClaimProtection(client::Client& client, runtime::Informers& informers);
  void connect(runtime::Controller& controller);

 private:
  Result<bool> is_used(const client::Object& claim) override;

  runtime::Informer& claims_;
  runtime::Informer& pods_;
};

// A PersistentVolume stays while it is bound.
class VolumeProtection final : public Protection {
 public:
  VolumeProtection(client::Client& client, runtime::Informers& informers);
  void connect(runtime::Controller& controller);

 private:
  Result<bool> is_used(const client::Object& volume) override;

  runtime::Informer& volumes_;
};

// A VolumeAttributesClass stays while volumes or claims name it.
class ClassProtection final : public Protection {
 public:
  ClassProtection(client::Client& client, runtime::Informers& informers);
  void connect(runtime::Controller& controller);

 private:
  Result<bool> is_used(const client::Object& volume_class) override;

  runtime::Informer& classes_;
  runtime::Informer& volumes_;
  runtime::Informer& claims_;
};

}  // namespace sluice::controllers
