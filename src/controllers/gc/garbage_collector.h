// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "client/client.h"
#include "controllers/gc/gone_owners.h"
#include "runtime/controller.h"
#include "runtime/custom_informers.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Deletes what has lost all its owners, and does to the dependents of a deleted object what its
// deletion asked for (orphan, foreground), for all served kinds but events. Its keys name the kind
// too: {namespace, "jobs.batch/name"}.
class GarbageCollector final : public runtime::Reconciler {
 public:
  // Adds an index to every informer: construct before the informers start. Without `custom` only
  // objects of built-in kinds are looked after.
  GarbageCollector(client::Client& client, runtime::Informers& informers,
                   runtime::CustomInformers* custom = nullptr);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  // What an owner reference points to. Of one that is there but not seen yet nobody would tell when
  // it goes.
  enum class Owner { kPresent, kUnseen, kAwaitsDependents, kGone };

  using InformerPtr = runtime::CustomInformers::InformerPtr;
  std::vector<InformerPtr> informers() const;
  InformerPtr informer_of(const std::string& qualified_resource) const;
  api::KindPtr find_kind(const json::Value& reference) const;

  std::vector<api::Key> affected(const api::Kind& kind, const runtime::Change& change);
  void add_dependents(const std::string& uid, std::vector<api::Key>& keys) const;
  bool has_dependents(const std::string& uid) const;

  Result<Owner> look_up(const api::Kind& kind, const client::Object& object,
                        const json::Value& reference);
  Result<runtime::Requeue> check_owners(const api::Kind& kind, const client::Object& object);
  Result<void> collect(const api::Kind& kind, const client::Object& object,
                       const std::string& policy);
  using Visit = std::function<Result<void>(const api::Kind&, const client::Object&)>;
  Result<void> for_live_dependents(const api::Kind& kind, const client::Object& owner,
                                   const Visit& visit);
  Result<void> orphan_dependents(const api::Kind& kind, const client::Object& owner);
  bool may_close_a_ring(const client::Object& object) const;
  Result<void> finish_foreground(const api::Kind& kind, const client::Object& owner);

  client::Client& client_;
  runtime::CustomInformers* const custom_;
  std::map<std::string, runtime::Informer*> builtin_;  // by qualified resource
  gc::GoneOwners gone_;
  runtime::WorkQueue* queue_ = nullptr;  // the connected controller's
};

}  // namespace sluice::controllers
