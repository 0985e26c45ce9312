// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cmd/home.h"
#include "http/certificates.h"
#include "http/signing_key.h"

namespace sluice::cmd {

// Who this installation is: its private CA, the certificates it serves and calls with, and the id
// that marks its jobs in Slurm.
struct Identity {
  std::string cluster_id;
  http::Credential ca;             // certifies the others, and whoever is approved
  http::Credential server;         // for the API and for the runners' reports
  http::Credential admin;          // user sluice-admin, group system:masters
  http::Credential kubelet_client;  // as whom the API calls kubelets: auth::kKubeletCaller
  std::string front_proxy_ca_pem;  // an authority of its own: it vouches for nobody else
  http::Credential front_proxy;    // what we show to servers of aggregated APIs
  http::SigningKey tokens;         // signs the tokens of service accounts
};

// Creates what is missing below home.pki() (keys 0600), renews certificates that end within a month
// or do not cover `listen_address`, and leaves the CA, the token key and the cluster id as they
// are.
Result<Identity> establish_identity(const Home& home, const std::string& listen_address,
                                    const Clock& clock);

// The id that marks this installation's jobs; made when it is missing.
Result<std::string> ensure_cluster_id(const Home& home);

// A kubeconfig for the administrator.
std::string kubeconfig_text(const Identity& identity, const std::string& server_url);

}  // namespace sluice::cmd
