// SPDX-License-Identifier: Apache-2.0
#include "pod/read_spec.h"

#include "base/files.h"
#include "containers/availability.h"
#include "json/text.h"
#include "pod/sandbox.h"

namespace sluice::pod {

Result<PodSpec> read_spec(const std::filesystem::path& attempt_dir) {
  TRY_ASSIGN(const std::string text, read_file(attempt_dir / "spec.json"));
  TRY_ASSIGN(const json::Value document, json::parse(text));
  return pod_spec_from_json(document);
}

Result<std::unique_ptr<containers::Runtime>> runtime_for(
    const PodSpec& spec, const std::vector<std::string>& environment) {
  TRY_ASSIGN(const std::string name,
             containers::choose_runtime(spec.runtime, temporary_directory(environment)));
  return containers::make_runtime(name);
}

}  // namespace sluice::pod
