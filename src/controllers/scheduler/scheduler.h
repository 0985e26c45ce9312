// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "controllers/scheduler/acts.h"
#include "controllers/scheduler/cluster.h"
#include "controllers/scheduler/placement.h"
#include "controllers/scheduler/victims.h"
#include "controllers/scheduler/waiting_room.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Binds unscheduled pods to nodes: filters (scheduler/filters.h) say where a pod fits, scores
// (scheduler/scores.h) where best. Decisions are taken one after the other, each knowing the ones
// before; they are written by several workers at once. A pod that fits nowhere gets the condition
// PodScheduled=False with the reasons, may have pods of less priority removed to make room
// (scheduler/victims.h), and is tried again when something happens that may help it.
class Scheduler final : public runtime::Reconciler {
 public:
  // Adds indexes to informers: construct before they start.
  explicit Scheduler(const Setting& setting);

  // Makes waiting pods, the most important first, work for `controller`.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  // What is to be done about a pod.
  struct Decision {
    std::string node;                 // bind it there,
    scheduler::VolumePlan volumes;    // but these first
    std::string message;              // or tell why it cannot be
    scheduler::Victims victims;       // who have to go
    std::string nominated;            // node that is being emptied for it
    std::vector<api::Key> displaced;  // pods for which that node was to be emptied

    bool is_bound() const {
      return !node.empty() && volumes.bindings.empty() && volumes.provisions.empty();
    }
  };

  void follow_pod(const runtime::Change& change);
  void follow_waiting(const client::ObjectPtr& before, const client::Object& pod);
  void follow_node(const runtime::Change& change);
  void follow_namespace(const runtime::Change& change);
  void follow_claim(const client::Object& claim);
  void follow_volume(const runtime::Change& change);
  void wake(scheduler::Events events);  // with mutex_ held

  Decision decide(const client::Object& pod);
  void decide_on_victims(Decision& decision, const scheduler::Attempt& attempt,
                         const scheduler::Placement& placement);
  Result<void> carry_out(const client::Object& pod, const Decision& decision);
  Result<void> bind(const client::Object& pod, const std::string& node);
  Result<void> make_room(const client::Object& pod, const Decision& decision);
  scheduler::VolumeSources sources() const;

  runtime::Informer& pods_;
  runtime::Informer& nodes_;
  runtime::Informer& namespaces_;
  runtime::Informer& claims_;
  runtime::Informer& volumes_;
  runtime::Informer& classes_;
  runtime::Informer& budgets_;
  Clock& clock_;
  scheduler::Acts acts_;
  runtime::WorkQueue* queue_ = nullptr;  // set by connect()

  std::mutex mutex_;  // guards what follows; taken before the queue's and informers' own
  scheduler::Cluster cluster_;
  scheduler::WaitingRoom waiting_room_;
};

}  // namespace sluice::controllers
