// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ssh/endpoint.h"
#include "ssh/library.h"

namespace sluice::ssh {

// What known_hosts says about one host. Lines that cannot be read count for nothing.

// The types of its keys as SSH's list, "ssh-ed25519,rsa-sha2-512"; empty: it is not known. Asking
// the host for one of these is the only way to compare.
std::string known_key_types(const Library& library, const Endpoint& endpoint);

// Forbidden, with the fingerprint of `key` and what to do, unless it is one of the host's.
Result<void> check_host_key(const Library& library, const Endpoint& endpoint, ssh_key key);

}  // namespace sluice::ssh
