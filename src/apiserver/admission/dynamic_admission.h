// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "apiserver/admission/configuration.h"
#include "apiserver/webhook_caller.h"
#include "auth/rbac.h"
#include "base/worker_pool.h"
#include "registry/followed.h"

namespace sluice::apiserver {

// Admission as the cluster's own objects configure it: webhooks and policies. What was written to
// them is in force for the next request. Thread-safe. The registry must outlive it.
class DynamicAdmission final : public registry::Admitter {
 public:
  DynamicAdmission(const registry::Registry& registry, PostReview post);

  Result<bool> mutate(registry::Attributes& request, registry::Mutations& mutations) const override;
  Result<void> validate(const registry::Attributes& request) const override;

 private:
  Result<std::shared_ptr<const AdmissionConfiguration>> current() const;

  const registry::Registry& registry_;
  const PostReview post_;
  const auth::Rbac rbac_;
  const registry::Followed<ConfigurationState> configuration_;
  mutable WorkerPool helpers_;  // for webhooks that are called at the same time
};

}  // namespace sluice::apiserver
