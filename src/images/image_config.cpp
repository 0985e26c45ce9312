// SPDX-License-Identifier: Apache-2.0
#include "images/image_config.h"

#include "images/reference.h"
#include "json/text.h"

namespace sluice::images {
namespace {

Result<std::vector<std::string>> texts(const json::Value& value, const std::string& field) {
  std::vector<std::string> result;
  if (!value.is_null() && !value.is_array()) {
    return fail(Code::kInvalid, field + " must be a list of texts");
  }
  for (const json::Value& item : value.as_array()) {
    if (!item.is_string()) {
      return fail(Code::kInvalid, field + " must be a list of texts");
    }
    result.push_back(item.as_string());
  }
  return result;
}

std::vector<std::string> keys(const json::Value& value) {
  std::vector<std::string> result;
  for (const auto& member : value.as_object()) {
    result.push_back(member.key);
  }
  return result;
}

Result<ImageConfig> parse_run_config(const json::Value& run) {
  ImageConfig config;
  TRY_ASSIGN(config.entrypoint, texts(run.at("Entrypoint"), "config.Entrypoint"));
  TRY_ASSIGN(config.command, texts(run.at("Cmd"), "config.Cmd"));
  TRY_ASSIGN(config.environment, texts(run.at("Env"), "config.Env"));
  config.user = run.at("User").as_string();
  config.working_directory = run.at("WorkingDir").as_string();
  config.stop_signal = run.at("StopSignal").as_string();
  config.volumes = keys(run.at("Volumes"));
  config.exposed_ports = keys(run.at("ExposedPorts"));
  return config;
}

}  // namespace

Result<ConfigDocument> parse_config(std::string_view text) {
  auto parsed = json::parse(text);
  if (!parsed || !parsed->is_object()) {
    return fail(Code::kInvalid, "the image's configuration is not a JSON object");
  }
  ConfigDocument document;
  TRY_ASSIGN(document.config, parse_run_config(parsed->at("config")));
  document.config.architecture = parsed->at("architecture").as_string();
  document.os = parsed->at("os").as_string();
  document.variant = parsed->at("variant").as_string();
  TRY_ASSIGN(document.diff_ids, texts(parsed->at("rootfs", "diff_ids"), "rootfs.diff_ids"));
  if (!parsed->at("rootfs").is_object()) {
    return fail(Code::kInvalid, "its configuration has no rootfs: this is not a container image");
  }
  for (const std::string& id : document.diff_ids) {
    if (!is_digest(id)) {
      return fail(Code::kInvalid, "rootfs.diff_ids: \"" + id + "\" is not a digest");
    }
  }
  return document;
}

}  // namespace sluice::images
