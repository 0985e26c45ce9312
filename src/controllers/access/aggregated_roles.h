// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// The rules of an aggregated ClusterRole: those of every other role that one of its selectors
// picks, in the order of their names, each once. Pure.
json::Array aggregated_rules(const client::Object& role,
                             const std::vector<client::ObjectPtr>& roles);

// Keeps the rules of ClusterRoles with an aggregationRule: what a definition's author grants to
// "edit" by a label, everybody with "edit" has.
class AggregatedRoles final : public runtime::Reconciler {
 public:
  AggregatedRoles(client::Client& client, runtime::Informers& informers);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& roles_;
};

}  // namespace sluice::controllers
