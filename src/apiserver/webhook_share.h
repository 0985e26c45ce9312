// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/webhook_caller.h"

namespace sluice::apiserver {

// Calls of webhooks that wait at the same time. Their threads are made on demand and cost little.
struct WebhookShare {
  int calls = 256;
  int calls_of_each = 128;  // of one server: what another one's callbacks ask has room
};

// That, in such a share. Who waits keeps no worker from others (WorkerPool::Away), for a webhook
// may ask this server before it answers, and what it asks may be for webhooks again; a dead one
// answers never. Beyond the share: TooManyRequests at once, whatever the webhook's failurePolicy;
// nothing else is that. Copies share one.
PostReview within(WebhookShare share, PostReview post);

}  // namespace sluice::apiserver
