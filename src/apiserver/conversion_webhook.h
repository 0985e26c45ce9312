// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/webhook_caller.h"
#include "registry/versions.h"

namespace sluice::apiserver {

// Conversion by ConversionReview (apiextensions.k8s.io/v1). What comes back may differ in labels,
// annotations and content, never in identity.
registry::ConvertObjects convert_by_webhook(PostReview post);

}  // namespace sluice::apiserver
