// SPDX-License-Identifier: Apache-2.0
#include "containers/runtime.h"

#include "containers/host_runtime.h"

namespace sluice::containers {

Result<std::unique_ptr<Runtime>> make_runtime(std::string_view name) {
  if (name == "host") {
    return std::make_unique<HostRuntime>();
  }
  return fail(Code::kUnsupported, "container runtime \"" + std::string(name) +
                                      "\" is not known; this build has \"host\"");
}

}  // namespace sluice::containers
