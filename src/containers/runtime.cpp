// SPDX-License-Identifier: Apache-2.0
#include "containers/runtime.h"

#include "containers/apptainer_runtime.h"
#include "containers/builtin_runtime.h"
#include "containers/host_runtime.h"

namespace sluice::containers {

Result<std::unique_ptr<Runtime>> make_runtime(std::string_view name) {
  if (name == "host") {
    return std::make_unique<HostRuntime>();
  }
  if (name == "builtin") {
    return std::make_unique<BuiltinRuntime>();
  }
  if (name == "apptainer" || name == "singularity") {
    TRY_ASSIGN(ApptainerProgram program, find_apptainer(name));
    return std::make_unique<ApptainerRuntime>(std::move(program));
  }
  return fail(Code::kUnsupported,
              "container runtime \"" + std::string(name) +
                  "\" is not known; there are builtin, apptainer, singularity and host");
}

}  // namespace sluice::containers
