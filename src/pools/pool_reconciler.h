// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "pools/decision.h"
#include "pools/member_now.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::pools {

// Looks at the members of a NodePool again and again, and changes the numbers of their
// MachineDeployments as decided. What was done is seen in those, so that a process which dies in
// between neither forgets nor repeats a move.
class PoolReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const runtime::Informer& pools;
    runtime::EventRecorder& events;

    // The MachineDeployment, and its kind in the version that the server has; null: there is none.
    std::function<client::ObjectPtr(const api::Key& key)> deployment;
    std::function<api::KindPtr()> deployment_kind;

    // What `unknown` says of it, if anything, keeps the member as it is.
    std::function<MemberNow(const client::Object& deployment, const Member& member, Claims& claims)>
        look;

    // Has Machines taken first when there shall be fewer: those of these nodes, and no others that
    // were marked so before. Returns those that were not; when it fails, none is marked anew.
    std::function<Result<std::vector<api::Key>>(const client::Object& deployment,
                                                const std::vector<std::string>& nodes)>
        mark;

    // Takes that back.
    std::function<void(const std::vector<api::Key>& machines)> unmark;

    // The pool that has this MachineDeployment, if several name it.
    std::function<api::Key(const api::Key& deployment)> owner;
  };

  explicit PoolReconciler(Parts parts) : parts_(std::move(parts)) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  MemberNow look(const api::Key& pool, const Member& member, Claims& claims) const;
  Result<void> scale(const client::Object& object, const Member& member, const MemberNow& now,
                     const ScaleChange& change);
  Result<client::Object> write(const client::Object& object, json::Value status);  // as it is then

  const Parts parts_;
};

}  // namespace sluice::pools
