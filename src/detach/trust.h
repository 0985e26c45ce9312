// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "http/certificates.h"

namespace sluice::detach {

// Who may say what to whom. One authority vouches for the agents of a cluster's machines and for
// the operator that orders them, each for one direction only: an agent's certificate orders
// nothing.

// The name of operators in their certificates; agents take orders from it.
inline constexpr const char* kOperatorName = "sluice-operator";

// Whom the certificate of a Machine's agent is for. The operator connects to some address of the
// machine and demands this name: neither addresses nor the host's name may be known before it
// starts.
std::string agent_name(const std::string& ns, const std::string& machine);

// Ten years, as those it signs for agents: a machine starts with its certificate and keeps it.
Result<http::CertificateAuthority> make_authority(WallTime now);
Result<http::Credential> issue_agent(const http::CertificateAuthority& authority,
                                     const std::string& agent_name, WallTime now);

// For one day: made by the operator itself as often as it likes, kept nowhere.
Result<http::Credential> issue_operator(const http::CertificateAuthority& authority, WallTime now);

}  // namespace sluice::detach
