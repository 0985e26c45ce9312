// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/result.h"
#include "json/value.h"

namespace sluice::jobs {

inline constexpr const char* kConnectionKind = "SlurmConnection";
inline constexpr const char* kClusterConnectionKind = "SlurmClusterConnection";

// Where a SlurmJob runs, in its own words.
struct InlineConnection {
  std::string host;
  std::uint16_t port = 22;
  std::string secret_name;
};

// Or in those of another object.
struct ConnectionRef {
  std::string kind;
  std::string name;
};

using JobConnection = std::variant<InlineConnection, ConnectionRef>;

// Invalid names the field. What the schema demands may be missing in an object of older days.
Result<JobConnection> read_connection(const json::Value& job);

// A port as a number or as text; Invalid names the field.
Result<std::uint16_t> read_port(const json::Value& port, const std::string& field);

}  // namespace sluice::jobs
