// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "registry/admission.h"
#include "store/store.h"

namespace sluice::registry {

constexpr const char* kDefaultAccount = "default";

// The service account that a request for a pod names. One that is not there refuses the request;
// only for a namespace's default account, which a controller makes as soon as it sees the
// namespace, this waits a moment.
Result<store::RecordPtr> find_account(const store::Store& store, const Attributes& request,
                                      const std::string& name);

// Kubelets show pods that they run from files as mirror pods: those are not to be changed.
bool is_mirror(const json::Value& pod);

// What the pod says, without its default.
const std::string& account_name(const json::Value& pod);

}  // namespace sluice::registry
