// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "detach/trust.h"

namespace sluice::machines {

// The Secret beside a SlurmNodeClass with the authority of its machines' agents. It outlives the
// class: machines that have started need it to the end, and it must not be made again.
api::Key agent_authority_secret(const api::Key& node_class);

// The authority in it; the first machine that needs it has it made. With it and detach/trust.h the
// operator gets the certificate that it shows to agents (issue_operator), and knows whom theirs
// must be for (agent_name). Invalid names a Secret that holds something else.
Result<http::CertificateAuthority> agent_authority(client::Client& client, const Clock& clock,
                                                   const api::Key& node_class);

// The same for who only asks agents: another authority than theirs would be of no use to him.
// Invalid where there is none, Internal where the server does not say: no agent is silent then.
Result<http::CertificateAuthority> known_agent_authority(client::Client& client,
                                                         const api::Key& node_class);

}  // namespace sluice::machines
