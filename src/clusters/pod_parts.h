// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "clusters/cluster.h"
#include "clusters/fill.h"
#include "json/value.h"

namespace sluice::clusters {

// Documents of a text of ours with its ${names} filled in: such texts parse.
json::Array parse_text(std::string_view text, const Values& values);

// What pods of every component have alike: where they run, who they trust, who knows their users,
// the volumes that their containers mount, and the machine's programs where those are used.
// `config` is the ConfigMap with slurm.conf. Pure.
void complete_pod(const Cluster& cluster, const Values& values, const std::string& config,
                  json::Value& pod);

}  // namespace sluice::clusters
