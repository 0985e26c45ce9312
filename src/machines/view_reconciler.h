// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "client/client.h"
#include "machines/controllers.h"
#include "machines/fleet.h"
#include "machines/slurm_view.h"
#include "runtime/reconciler.h"

namespace sluice::machines {

// Asks what the Slurm cluster of a SlurmNodeClass has of nodes, again and again while the class has
// Machines; one question for all of them. Has those looked at for which the answer changed
// something, and marks the Machines without jobs for when there shall be fewer. Keeps the class
// from going while it is needed.
class ViewReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    const api::Kind& class_kind;
    const Fleet& fleet;
    SlurmView& view;
    Controllers& controllers;
    std::function<void(const api::Key& machine)> look_at;
  };
  explicit ViewReconciler(Parts parts) : parts_(std::move(parts)) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  // Whether there is anything to tell.
  bool tell(const std::vector<Fleet::Member>& members, const SlurmView::Nodes& before,
            const SlurmView::Nodes& now, bool is_first) const;
  void mark(const std::vector<Fleet::Member>& members, const SlurmView::Nodes& nodes);

  const Parts parts_;
};

}  // namespace sluice::machines
