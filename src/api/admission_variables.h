// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cel/program.h"
#include "cel/type.h"

namespace sluice::api {

// What expressions of admission (matchConditions of webhooks, ValidatingAdmissionPolicy) may use.
struct AdmissionVariables {
  bool params = false;
  bool authorizer = true;
};

// object, oldObject, request, namespaceObject and, as asked for, params and authorizer.
cel::Declarations admission_variables(const AdmissionVariables& which);

// Types of `request` and `namespaceObject`.
const cel::Type& admission_request_type();
const cel::Type& admission_namespace_type();

}  // namespace sluice::api
