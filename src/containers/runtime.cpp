// SPDX-License-Identifier: Apache-2.0
#include "containers/runtime.h"

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
  return fail(Code::kUnsupported, "container runtime \"" + std::string(name) +
                                      "\" is not known; this build has \"builtin\" and \"host\"");
}

}  // namespace sluice::containers
