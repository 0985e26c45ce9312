// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"

namespace sluice::controllers::owned {

// A pod made from a template ({"metadata": …, "spec": …}), controlled by `owner`, with this name.
client::Object new_pod(const client::Object& owner, const json::Value& pattern,
                       const std::string& name);

// "<owner>-x7k2p", cut so that it is a valid host name.
std::string new_pod_name(const std::string& owner_name);

// A short name for what a value says, from letters and digits that make no words: equal values
// have equal names in every version of this program, different ones nearly always different names.
// `collisions` gives other names to the same value. Members count in any order.
std::string fingerprint(const json::Value& value, std::int64_t collisions);

}  // namespace sluice::controllers::owned
