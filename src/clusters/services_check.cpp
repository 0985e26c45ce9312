// SPDX-License-Identifier: Apache-2.0
#include "clusters/services_check.h"

#include "clusters/cluster.h"
#include "services/graph.h"

namespace sluice::clusters {
namespace {

// Our errors begin with the field.
ErrorCause cause_of(const std::string& message) {
  const std::size_t end = message.find(": ");
  const bool named = message.starts_with("spec") && end != std::string::npos;
  return {.reason = "FieldValueInvalid",
          .message = named ? message.substr(end + 2) : message,
          .field = named ? message.substr(0, end) : "spec"};
}

}  // namespace

std::optional<ErrorCause> objection_to_services(const json::Value& object) {
  const std::string& kind = object.at("kind").as_string();
  if (kind == "NodeServices") {
    const auto graph = services::read_services_object(object);
    return graph ? std::nullopt : std::optional(cause_of(graph.error().message));
  }
  if (kind != "SlurmCluster" || !object.at("spec", "compute").is_object()) {
    return std::nullopt;
  }
  const auto cluster = read_cluster(object);
  const bool ours = !cluster && cluster.error().message.starts_with("spec.compute");
  return ours ? std::optional(cause_of(cluster.error().message)) : std::nullopt;
}

}  // namespace sluice::clusters
