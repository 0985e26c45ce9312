// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"

namespace sluice::machines {

// Why nobody could use it, without a word of what it holds; empty: it can be used, as far as can be
// told where files that it names are not. `ours`: our own programs read it, which take certificates
// and tokens only (remote/kubeconfig.h).
std::string kubeconfig_fault(std::string_view text, bool ours);

// The cluster of its current context, as it stands there; null: there is none.
json::Value cluster_of_kubeconfig(std::string_view text);

}  // namespace sluice::machines
