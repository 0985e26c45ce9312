// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_spec.h"

#include "base/text.h"

namespace sluice::jobs {
namespace {

Result<std::string> text_at(const json::Value& part, const char* field, const std::string& path) {
  const std::string& text = part.at(field).as_string();
  if (text.empty()) {
    return fail(Code::kInvalid, path + "." + field + ": Required value");
  }
  return text;
}

}  // namespace

Result<std::uint16_t> read_port(const json::Value& port, const std::string& field) {
  const auto number = port.is_int() ? port.as_int() : parse_int(port.as_string()).value_or(0);
  if (number < 1 || number > 65535) {
    return fail(Code::kInvalid, field + ": expected a port from 1 to 65535");
  }
  return static_cast<std::uint16_t>(number);
}

Result<JobConnection> read_connection(const json::Value& job) {
  const json::Value& reference = job.at("spec", "connectionRef");
  if (!reference.is_null()) {
    ConnectionRef ref{.kind = reference.at("kind").as_string()};
    TRY_ASSIGN(ref.name, text_at(reference, "name", "spec.connectionRef"));
    return ref;
  }
  const json::Value& connection = job.at("spec", "connection");
  InlineConnection own;
  TRY_ASSIGN(own.host, text_at(connection, "host", "spec.connection"));
  TRY_ASSIGN(own.port, read_port(connection.at("port"), "spec.connection.port"));
  TRY_ASSIGN(own.secret_name, text_at(connection, "secretName", "spec.connection"));
  return own;
}

}  // namespace sluice::jobs
