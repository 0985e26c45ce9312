// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "runtime/informer.h"

namespace sluice::controllers::volumes {

// The names of the claims that the pod may hold, as long as it is on a node: by its volumes, or
// made for its ephemeral volumes. Pure, as everything here but what
// asks an informer.
std::vector<std::string> claims_of(const client::Object& pod);

// The name of the claim that is made for an ephemeral volume; empty for any other.
std::string ephemeral_claim(const client::Object& pod, const json::Value& volume);

// Makes pods_with() answer: before the informer starts.
void index_by_claim(runtime::Informer& pods);
std::vector<client::ObjectPtr> pods_with(const runtime::Informer& pods,
                                         const client::Object& claim);

// Whether the pod keeps this claim from going.
bool uses_claim(const client::Object& pod, const client::Object& claim);

// A claim has it.
bool is_held(const client::Object& volume);

// The VolumeAttributesClasses that a volume or claim names.
std::vector<std::string> classes_of(const client::Object& object);

}  // namespace sluice::controllers::volumes
