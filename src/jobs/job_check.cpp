// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_check.h"

#include "api/meta.h"
#include "jobs/credentials.h"
#include "jobs/file_spec.h"
#include "jobs/job_spec.h"

namespace sluice::jobs {
namespace {

constexpr const char* kSecretField = "spec.connection.secretName";

// "field: what is wrong", as those who read a spec say it.
ErrorCause taken_apart(const std::string& words) {
  const std::size_t end = words.find(": ");
  const std::string message = end == std::string::npos ? words : words.substr(end + 2);
  return {message.starts_with("Required") ? "FieldValueRequired" : "FieldValueInvalid", message,
          end == std::string::npos ? "spec" : words.substr(0, end)};
}

Result<std::optional<ErrorCause>> secret_objection(const std::string& name,
                                                   const FindSecret& find) {
  const auto secret = find(name);
  if (!secret && secret.error().code != Code::kNotFound) {
    return tl::unexpected(secret.error());
  }
  if (!secret) {
    return ErrorCause{"FieldValueNotFound",
                      "Not found: \"" + name +
                          "\": expected a Secret in the namespace of the job, with user and passwd "
                          "or privateKey",
                      kSecretField};
  }
  if (const auto lack = lacking(credentials_in(*secret))) {
    return ErrorCause{"FieldValueInvalid", "Invalid value: \"" + name + "\": " + *lack,
                      kSecretField};
  }
  return std::nullopt;
}

}  // namespace

bool needs_check(const json::Value& job, const json::Value& old) {
  return job.is_object() && !api::is_being_deleted(job) &&
         (old.is_null() || old.at("spec") != job.at("spec"));
}

Result<std::optional<ErrorCause>> objection_to(const json::Value& job, const FindSecret& find) {
  if (const auto files = read_files(job); !files) {
    return taken_apart(files.error().message);
  }
  const auto connection = read_connection(job);
  if (!connection) {
    return taken_apart(connection.error().message);
  }
  if (const auto* own = std::get_if<InlineConnection>(&*connection)) {
    return secret_objection(own->secret_name, find);
  }
  return std::nullopt;
}

}  // namespace sluice::jobs
