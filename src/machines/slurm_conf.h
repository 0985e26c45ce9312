// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "json/value.h"

namespace sluice::machines {

// The slurm.conf of a controller with that host name: a cluster whose nodes come and go, and get
// their configuration from it. Invalid names the field of the SlurmNodeClass.
Result<std::string> slurm_conf(const json::Value& node_class, const std::string& host);

// Who slurmctld runs as. Invalid: no name of a user.
Result<std::string> slurm_user(const json::Value& node_class);

// Where slurmctld keeps its state.
std::string state_location(const json::Value& node_class);

// What a node says of itself when it registers: "Feature=a,b Gres=gpu:2"; empty: what it measures.
// `more` are features beside those of the class. Invalid names the field.
Result<std::string> node_conf(const json::Value& node_class, const json::Value& more);

}  // namespace sluice::machines
