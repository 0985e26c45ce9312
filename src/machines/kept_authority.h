// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "api/meta.h"
#include "client/client.h"
#include "detach/trust.h"

namespace sluice::machines {

// The certificate authority in that Secret (kubernetes.io/tls, with those labels and finalizers);
// the first to come makes it, and nobody makes it again: several operators and restarts have the
// same. Invalid names the Secret when what it holds is none.
Result<http::CertificateAuthority> kept_authority(
    client::Client& client, const api::Key& secret, const json::Object& metadata,
    const std::function<Result<http::CertificateAuthority>()>& make);
Result<http::CertificateAuthority> read_authority(const client::Object& secret);

}  // namespace sluice::machines
