// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/admission.h"
#include "registry/registry.h"

namespace sluice::cmd {

// What is asked about every write: of new and changed SlurmJobs whether there is the Secret they
// name themselves, with a user and a credential in it, then `others`. Thread-safe.
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
  Result<void> check_secret(const registry::Attributes& request, const std::string& name) const;

  const registry::Registry& registry_;
  const registry::Admitter& others_;
};

}  // namespace sluice::cmd
