// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pod/protocol.h"

namespace sluice::kubelet {

// Replaces $(NAME) by the last variable of that name; an unknown name stays as it is, and $$ is a
// dollar sign, so that $$(NAME) is not replaced.
std::string expand(std::string_view text, const std::vector<pod::EnvVar>& variables);

}  // namespace sluice::kubelet
