// SPDX-License-Identifier: Apache-2.0
#include "agent/slurm_conf.h"

#include "api/meta.h"
#include "base/files.h"
#include "base/fnv.h"
#include "services/sent_files.h"

namespace sluice::agent {

SlurmConfDigests slurm_conf_digests(const std::filesystem::path& directory) {
  const auto text = read_file(directory / "slurm.conf");
  if (!text) {
    return {};
  }
  return {.conf = fnv1a_digits(*text, 16),
          .files = services::sent_files_digest([&](std::string_view name) {
            return read_file(directory / name).value_or("");
          })};
}

std::optional<json::Value> slurm_conf_patch(const json::Value& node,
                                            const SlurmConfDigests& digests) {
  if (digests.conf.empty() ||
      (api::annotation(node, kSlurmConfAnnotation) == digests.conf &&
       api::annotation(node, services::kSentFilesAnnotation) == digests.files)) {
    return std::nullopt;
  }
  return json::Object{
      {"metadata",
       json::Object{
           {"annotations", json::Object{{kSlurmConfAnnotation, digests.conf},
                                        {services::kSentFilesAnnotation, digests.files}}}}}};
}

}  // namespace sluice::agent
