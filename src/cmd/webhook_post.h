// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jobs/webhook.h"

namespace sluice::cmd {

// Posts it, signed: X-Slurmjob-Signature: sha256=<HMAC-SHA256 of the body, in hexadecimal digits>.
// Any 2xx is a delivery; redirects are not followed. Certificates are checked against the system's
// authorities. Takes ten seconds at most.
Result<void> post_notice(const jobs::Notice& notice);

}  // namespace sluice::cmd
