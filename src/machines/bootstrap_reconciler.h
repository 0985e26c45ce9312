// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "machines/contents.h"
#include "machines/controllers.h"
#include "machines/fleet.h"
#include "machines/role.h"
#include "machines/slurm_view.h"
#include "runtime/custom_informers.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::machines {

// Makes the Secret that a Machine starts with from its VirtualKubeletConfig, once: a Secret that a
// machine was started with is never made again, as the contract of Cluster API wants it.
class BootstrapReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& configs;
    runtime::Informer& classes;
    const runtime::CustomInformers& foreign;  // Machines and Clusters, where they are defined
    const Fleet& fleet;
    const SlurmView& view;
    Controllers& controllers;
    runtime::EventRecorder& events;
  };
  explicit BootstrapReconciler(const Parts& parts) : parts_(parts) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::ObjectPtr foreign(const char* definition, const api::Key& key) const;
  Result<runtime::Requeue> make(const client::Object& config, const client::Object& machine,
                                const client::Object& cluster);
  bool is_node_of_nobody(const client::Object& machine, const SlurmMachine& slurm) const;
  Result<runtime::Requeue> await_hooks(const client::Object& config, const client::Object& machine);
  Result<std::string> data_for(const client::Object& config, const client::Object& machine) const;
  Result<Contents> contents(const client::Object& config, const client::Object& node_class,
                            Role role) const;
  Result<void> add_agent_credential(const api::Key& machine, const api::Key& node_class,
                                    Contents& found) const;
  Result<void> store(const client::Object& config, const api::Key& cluster,
                     const std::string& data);
  Result<void> renew(const client::Object& config, const api::Key& cluster,
                     const json::Value& secret);
  Result<void> own(const client::Object& config, const api::Key& cluster,
                   const std::string& secret);
  Result<runtime::Requeue> write(const client::Object& config, json::Value status,
                                 bool in_order = true);
  Result<runtime::Requeue> wait(const client::Object& config, const char* reason,
                                const std::string& message);

  const Parts parts_;
};

}  // namespace sluice::machines
