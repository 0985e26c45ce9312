// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_admission.h"

#include "jobs/credentials.h"
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
    TRY_ASSIGN(const jobs::JobConnection connection, jobs::read_connection(*request.object));
    if (const auto* own = std::get_if<jobs::InlineConnection>(&connection)) {
      TRY(check_secret(request, own->secret_name));
    }
  }
  return others_.validate(request);
}

Result<void> JobAdmission::check_secret(const registry::Attributes& request,
                                        const std::string& name) const {
  const auto refused = [&](const std::string& type, const std::string& why) {
    return tl::unexpected(registry::invalid(request.kind, api::name(*request.object),
                                            {type, why, "spec.connection.secretName"}));
  };
  const auto secret = registry_.get(api::kinds::secret(), {request.key.ns, name});
  if (!secret) {
    return secret.error().code == Code::kNotFound
               ? refused("FieldValueNotFound", "Not found: \"" + name +
                                                   "\": expected a Secret in the namespace of "
                                                   "the job, with user and passwd or privateKey")
               : tl::unexpected(secret.error());
  }
  TRY_ASSIGN(const json::Value document, secret->decode());
  if (const auto lack = jobs::lacking(jobs::credentials_in(document))) {
    return refused("FieldValueInvalid", "Invalid value: \"" + name + "\": " + *lack);
  }
  return {};
}

}  // namespace sluice::cmd
