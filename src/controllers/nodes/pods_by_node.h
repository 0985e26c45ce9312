// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runtime/informer.h"

namespace sluice::controllers::nodes {

// Where the pod is or is to run; empty while nobody has decided.
const std::string& node_of(const client::Object& pod);

// Before the informer starts; what pods_on() looks up.
void index_by_node(runtime::Informer& pods);
std::vector<client::ObjectPtr> pods_on(const runtime::Informer& pods, const std::string& node);

}  // namespace sluice::controllers::nodes
