// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_spec.h"

#include "api/meta.h"
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

Result<std::uint16_t> port_at(const json::Value& port) {
  const auto number = port.is_int() ? port.as_int() : parse_int(port.as_string()).value_or(0);
  if (number < 1 || number > 65535) {
    return fail(Code::kInvalid, "spec.connection.port: expected a port from 1 to 65535");
  }
  return static_cast<std::uint16_t>(number);
}

// The decoded value of one of a Secret's keys, empty when it has none.
std::string secret_value(const json::Value& secret, const char* key) {
  return base64_decode(secret.at("data", key).as_string()).value_or("");
}

}  // namespace

Result<JobSpec> read_spec(const json::Value& job) {
  const json::Value& connection = job.at("spec", "connection");
  JobSpec spec;
  TRY_ASSIGN(spec.host, text_at(connection, "host", "spec.connection"));
  TRY_ASSIGN(spec.port, port_at(connection.at("port")));
  TRY_ASSIGN(spec.secret_name, text_at(connection, "secretName", "spec.connection"));
  TRY_ASSIGN(spec.script, text_at(job.at("spec", "job"), "scriptCode", "spec.job"));
  return spec;
}

std::optional<std::string> lacking(const json::Value& secret) {
  if (trim(secret_value(secret, "user")).empty()) {
    return "the Secret has no key \"user\": expected the name to log in with";
  }
  if (secret_value(secret, "passwd").empty() && secret_value(secret, "privateKey").empty()) {
    return "the Secret has no credential: expected a key \"passwd\" with the password or "
           "\"privateKey\" with a private key";
  }
  return std::nullopt;
}

Result<ssh::Endpoint> read_endpoint(const JobSpec& spec, const json::Value& secret,
                                    const std::string& known_hosts) {
  if (const auto lack = lacking(secret)) {
    return fail(Code::kInvalid,
                "spec.connection.secretName: \"" + spec.secret_name + "\": " + *lack);
  }
  return ssh::Endpoint{.host = spec.host,
                       .port = spec.port,
                       .user = std::string(trim(secret_value(secret, "user"))),
                       .password = secret_value(secret, "passwd"),
                       .private_key = secret_value(secret, "privateKey"),
                       .passphrase = secret_value(secret, "passphrase"),
                       .known_hosts = secret_value(secret, "knownHosts") + "\n" + known_hosts};
}

}  // namespace sluice::jobs
