// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jobs/transfer.h"

namespace sluice::cmd {

// Sends a result with PUT, a piece at a time. Any 2xx is a success; redirects are not followed, and
// certificates are checked against the system's authorities. Forbidden: the server refuses it and
// would again; Unavailable: it may not next time. What is said of it has no query of the URL, which
// may be a credential.
Result<void> put_result(const jobs::Upload& upload);

}  // namespace sluice::cmd
