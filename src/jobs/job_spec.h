// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "ssh/endpoint.h"

namespace sluice::jobs {

// The spec of a SlurmJob, read.
struct JobSpec {
  std::string host;
  std::uint16_t port = 22;
  std::string secret_name;
  std::string script;
};

// Invalid names the field. What the schema demands may be missing in an object of older days.
Result<JobSpec> read_spec(const json::Value& job);

// What a Secret lacks that is to hold the credential of a connection; nothing: it has all. Names
// keys, never what they hold.
std::optional<std::string> lacking(const json::Value& secret);

// Where and as whom to log in, by the Secret the spec names. Invalid names the Secret, its key and
// what is expected there; never what it holds. `known_hosts` is added to those of the Secret.
Result<ssh::Endpoint> read_endpoint(const JobSpec& spec, const json::Value& secret,
                                    const std::string& known_hosts);

}  // namespace sluice::jobs
