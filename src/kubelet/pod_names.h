// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"
#include "pod/host_files.h"

namespace sluice::kubelet {

// What the pod calls itself and whom it asks for names: hostname, subdomain, hostAliases, dnsPolicy
// and dnsConfig. Pure.
pod::NamesSpec names_of(const json::Value& pod);

}  // namespace sluice::kubelet
