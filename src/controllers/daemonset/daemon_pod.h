// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"

namespace sluice::controllers::daemonset {

// Pods that belong to nodes. Pure.

// The pod of a daemon set for a node: the scheduler may put it only there, and it tolerates what
// goes wrong with nodes.
client::Object new_pod(const client::Object& set, const std::string& node, const std::string& hash);

// The node that a pod runs on or is meant for.
std::string node_of(const client::Object& pod);

// Whether the set wants a pod on that node, and whether one that is there may stay.
struct Fit {
  bool run = false;
  bool stay = false;
};
Fit fit(const client::Object& set, const client::Object& node);

}  // namespace sluice::controllers::daemonset
