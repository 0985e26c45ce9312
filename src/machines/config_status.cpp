// SPDX-License-Identifier: Apache-2.0
#include "machines/config_status.h"

#include "api/meta.h"

namespace sluice::machines {
namespace {

json::Value status_of(const json::Value& config, bool paused, WallTime now) {
  json::Value status = config.at("status");
  if (!status.is_object()) {
    status = json::Object{};
  }
  status["observedGeneration"] = config.at("metadata", "generation").as_int();
  api::set_condition(status,
                     {.type = "Paused",
                      .status = paused ? "True" : "False",
                      .reason = paused ? "Paused" : "NotPaused",
                      .message = paused ? "the Cluster or this object is paused" : "not paused"},
                     now);
  return status;
}

}  // namespace

bool has_data(const json::Value& config) {
  return config.at("status", "initialization", "dataSecretCreated").as_bool();
}

json::Value pauses(const json::Value& config, WallTime now) {
  return status_of(config, true, now);
}

json::Value goes_on(const json::Value& config, WallTime now) {
  return status_of(config, false, now);
}

json::Value waits(const json::Value& config, std::string_view reason, std::string_view message,
                  WallTime now) {
  json::Value status = status_of(config, false, now);
  api::set_condition(
      status, {.type = "Ready", .status = "False", .reason = reason, .message = message}, now);
  return status;
}

json::Value has_made(const json::Value& config, std::string_view secret, WallTime now) {
  json::Value status = status_of(config, false, now);
  status["dataSecretName"] = secret;
  status["initialization"]["dataSecretCreated"] = true;
  status["ready"] = true;
  api::set_condition(status,
                     {.type = "Ready",
                      .status = "True",
                      .reason = "DataSecretCreated",
                      .message = "the data is in the Secret " + std::string(secret)},
                     now);
  return status;
}

}  // namespace sluice::machines
