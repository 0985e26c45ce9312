// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/admission.h"
#include "registry/registry.h"

namespace sluice::cmd {

// What is asked about every write: of new and changed SlurmJobs, and of what machines shall run,
// what speaks against them, then `others`. Thread-safe.
class JobAdmission final : public registry::Admitter {
 public:
  JobAdmission(const registry::Registry& registry, const registry::Admitter& others)
      : registry_(registry), others_(others) {}

  Result<bool> mutate(registry::Attributes& request,
                      registry::Mutations& mutations) const override {
    return others_.mutate(request, mutations);
  }
  Result<void> validate(const registry::Attributes& request) const override;

 private:
  const registry::Registry& registry_;
  const registry::Admitter& others_;
};

}  // namespace sluice::cmd
