// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace sluice::cmd {

// The kubeconfig that is meant: the one given, else $KUBECONFIG, else ~/.kube/config.
std::filesystem::path kubeconfig_path(const std::string& given);

}  // namespace sluice::cmd
