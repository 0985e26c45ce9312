// SPDX-License-Identifier: Apache-2.0
#include "agent/slurm_conf.h"

#include "api/meta.h"
#include "base/files.h"
#include "base/fnv.h"

namespace sluice::agent {

std::string slurm_conf_digest(const std::filesystem::path& file) {
  const auto text = read_file(file);
  return text ? fnv1a_digits(*text, 16) : "";
}

std::optional<json::Value> slurm_conf_patch(const json::Value& node, const std::string& digest) {
  if (digest.empty() || api::annotation(node, kSlurmConfAnnotation) == digest) {
    return std::nullopt;
  }
  return json::Object{
      {"metadata", json::Object{{"annotations", json::Object{{kSlurmConfAnnotation, digest}}}}}};
}

}  // namespace sluice::agent
