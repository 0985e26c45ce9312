// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apiserver/admission/request_view.h"
#include "json/value.h"

namespace sluice::apiserver {

// The request of an AdmissionReview (admission.k8s.io/v1) without the objects: what expressions
// know as `request`. `as` is the version a webhook or policy asked for.
json::Value admission_request(const RequestView& view, const api::Kind& as);

// The whole review, for a webhook.
json::Value admission_review(const std::string& uid, json::Value request,
                             const VersionedObjects& objects);

}  // namespace sluice::apiserver
