// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_admission.h"

#include "clusters/services_check.h"
#include "jobs/job_check.h"
#include "registry/errors.h"

namespace sluice::cmd {
namespace {

bool is_written(const registry::Attributes& request) {
  const bool written = request.operation == registry::Operation::kCreate ||
                       request.operation == registry::Operation::kUpdate;
  return written && request.subresource.empty();
}

// What is stored already and wrong may still get a label, and be deleted.
bool brings_services(const registry::Attributes& request) {
  return is_written(request) && request.kind.group == "sluice.dev" &&
         (request.old == nullptr || request.old->at("spec") != request.object->at("spec"));
}

bool brings_a_spec(const registry::Attributes& request) {
  return is_written(request) && request.kind.plural == "slurmjobs" &&
         request.kind.group == "slurmjob.dev" &&
         jobs::needs_check(*request.object, request.old == nullptr ? json::Value() : *request.old);
}

}  // namespace

Result<void> JobAdmission::validate(const registry::Attributes& request) const {
  if (brings_services(request)) {
    if (const auto objection = clusters::objection_to_services(*request.object)) {
      return tl::unexpected(
          registry::invalid(request.kind, api::name(*request.object), *objection));
    }
  }
  if (brings_a_spec(request)) {
    const auto find = [&](const std::string& name) -> Result<json::Value> {
      TRY_ASSIGN(const auto secret, registry_.get(api::kinds::secret(), {request.key.ns, name}));
      return secret.decode();
    };
    TRY_ASSIGN(const auto objection, jobs::objection_to(*request.object, find));
    if (objection) {
      return tl::unexpected(
          registry::invalid(request.kind, api::name(*request.object), *objection));
    }
  }
  return others_.validate(request);
}

}  // namespace sluice::cmd
