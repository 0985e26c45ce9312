// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_admission.h"

#include "jobs/job_spec.h"
#include "registry/errors.h"

namespace sluice::cmd {
namespace {

// Deletion and what happens to objects on their way out is nobody's business here.
bool brings_a_spec(const registry::Attributes& request) {
  const bool written = request.operation == registry::Operation::kCreate ||
                       request.operation == registry::Operation::kUpdate;
  return written && request.subresource.empty() && request.kind.plural == "slurmjobs" &&
         request.kind.group == "slurmjob.dev" && !api::is_being_deleted(*request.object) &&
         (request.old == nullptr || request.old->at("spec") != request.object->at("spec"));
}

}  // namespace

Result<void> JobAdmission::validate(const registry::Attributes& request) const {
  if (brings_a_spec(request)) {
    const auto refused = [&](const std::string& type, const std::string& why) {
      return tl::unexpected(registry::invalid(request.kind, api::name(*request.object),
                                              {type, why, "spec.connection.secretName"}));
    };
    const auto spec = jobs::read_spec(*request.object);
    if (!spec) {
      return tl::unexpected(spec.error());
    }
    const auto secret = registry_.get(api::kinds::secret(), {request.key.ns, spec->secret_name});
    if (!secret) {
      return secret.error().code == Code::kNotFound
                 ? refused("FieldValueNotFound", "Not found: \"" + spec->secret_name +
                                                     "\": expected a Secret in the namespace of "
                                                     "the job, with user and passwd or privateKey")
                 : tl::unexpected(secret.error());
    }
    TRY_ASSIGN(const json::Value document, secret->decode());
    if (const auto lack = jobs::lacking(document)) {
      return refused("FieldValueInvalid", "Invalid value: \"" + spec->secret_name + "\": " + *lack);
    }
  }
  return others_.validate(request);
}

}  // namespace sluice::cmd
