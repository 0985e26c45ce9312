// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/dynamic_admission.h"

#include <utility>

#include "apiserver/admission/policies.h"
#include "apiserver/admission/webhooks.h"

namespace sluice::apiserver {

namespace {

constexpr std::size_t kHelpers = 8;
constexpr std::size_t kWaitingCalls = 64;

}  // namespace

DynamicAdmission::DynamicAdmission(const registry::Registry& registry, PostReview post)
    : registry_(registry),
      post_(std::move(post)),
      rbac_(registry),
      configuration_(registry, ConfigurationState::kinds()),
      helpers_("webhooks", kHelpers, kWaitingCalls) {}

// The lock is only held to look: what is decided on may take long.
Result<std::shared_ptr<const AdmissionConfiguration>> DynamicAdmission::current() const {
  const auto state = configuration_.current();
  if (!state) {
    return tl::unexpected(with_context(state.error(), "reading what decides on requests"));
  }
  return (*state)->now();
}

Result<bool> DynamicAdmission::mutate(registry::Attributes& request,
                                      registry::Mutations& mutations) const {
  if (is_exempt(request)) {
    return false;
  }
  TRY_ASSIGN(const auto configuration, current());
  if (configuration->mutating.empty()) {
    return false;
  }
  return mutate_by_webhooks(configuration->mutating, request, mutations,
                            {registry_, rbac_, post_, helpers_});
}

Result<void> DynamicAdmission::validate(const registry::Attributes& request) const {
  if (is_exempt(request)) {
    return {};
  }
  TRY_ASSIGN(const auto configuration, current());
  if (!configuration->policies.empty() && !is_exempt_from_policies(request)) {
    TRY(validate_by_policies(configuration->policies, request, {registry_, rbac_}));
  }
  if (configuration->validating.empty()) {
    return {};
  }
  return validate_by_webhooks(configuration->validating, request,
                              {registry_, rbac_, post_, helpers_});
}

}  // namespace sluice::apiserver
