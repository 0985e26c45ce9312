// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::controllers {

// Which of the `known` controllers a list names, in kube-controller-manager's words: "job" is in,
// "-job" is out, "*" brings in all that are not out. Separated by commas. Invalid when it names
// one that is not known.
Result<std::vector<std::string_view>> choose(std::string_view list,
                                             std::span<const std::string_view> known);

}  // namespace sluice::controllers
