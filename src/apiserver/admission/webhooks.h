// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apiserver/admission/webhook.h"
#include "base/worker_pool.h"

namespace sluice::apiserver {

// What webhooks are called with; outlives the calls.
struct WebhookTools {
  const registry::Registry& registry;
  const auth::Rbac& rbac;
  const PostReview& post;
  WorkerPool& helpers;  // to call several at once
};

// Calls the mutating webhooks that want the request, one after the other. Tells whether the object
// changed.
Result<bool> mutate_by_webhooks(const WebhookList& webhooks, registry::Attributes& request,
                                registry::Mutations& mutations, const WebhookTools& tools);

// Calls the validating webhooks that want the request, all at once.
Result<void> validate_by_webhooks(const WebhookList& webhooks, const registry::Attributes& request,
                                  const WebhookTools& tools);

}  // namespace sluice::apiserver
