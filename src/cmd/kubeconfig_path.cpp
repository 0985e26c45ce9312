// SPDX-License-Identifier: Apache-2.0
#include "cmd/kubeconfig_path.h"

#include "cmd/variable.h"

namespace sluice::cmd {

std::filesystem::path kubeconfig_path(const std::string& given) {
  if (!given.empty()) {
    return given;
  }
  const std::string named = variable("KUBECONFIG");
  return named.empty() ? std::filesystem::path(variable("HOME")) / ".kube" / "config"
                       : std::filesystem::path(named);
}

}  // namespace sluice::cmd
