// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "clusters/cluster.h"
#include "json/value.h"

namespace sluice::clusters {

// On a SlurmCluster: whenever its value changes, new keys are made.
constexpr const char* kRotateAnnotation = "sluice.dev/rotate-keys";

// On a SlurmCluster: "true", or any other word that was not there before, takes the keys as
// somebody has written them into the Secret; once.
constexpr const char* kAdoptAnnotation = "sluice.dev/adopt-keys";

// What the programs of a cluster trust each other by.
struct Keys {
  std::string revision;  // another one with every set of keys: pods start anew
  std::string database_password;
  std::string node_key = {};  // of munge or of auth/slurm; in base64, as Secrets have it
  std::string adopted = {};   // for which word they were taken; empty: they were made
};

// What the key of munge or auth/slurm is called in Secrets: "slurm.key".
std::string trust_key(const Cluster& cluster);

// A new set, as the Secret that keeps it; `rotation` is the annotation's value. Random.
json::Value new_keys(const Cluster& cluster, const std::string& rotation);

// Conflict when its data is not what was made: somebody has changed it by hand. Invalid when
// something is missing.
Result<Keys> read_keys(const json::Value& secret);

// The same data, taken for ours from now on because of this word.
json::Value adopted(const Cluster& cluster, const json::Value& secret, const std::string& rotation,
                    const std::string& word);
const std::string& adoption_of(const json::Value& secret);  // that word

// Which value of the annotation these keys were made for.
const std::string& rotation_of(const json::Value& secret);

}  // namespace sluice::clusters
