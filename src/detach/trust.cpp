// SPDX-License-Identifier: Apache-2.0
#include "detach/trust.h"

#include "http/digest.h"

namespace sluice::detach {
namespace {

constexpr std::chrono::hours kTenYears{24 * 365 * 10};
constexpr std::chrono::hours kOneDay{24};
constexpr std::size_t kLongestName = 253;  // of DNS
constexpr const char* kDomain = ".agent.sluice.dev";

}  // namespace

std::string agent_name(const std::string& ns, const std::string& machine) {
  std::string name = machine + "." + ns + kDomain;  // no namespace has a dot in it
  return name.size() <= kLongestName ? name : http::sha512(name).substr(0, 40) + kDomain;
}

Result<http::CertificateAuthority> make_authority(WallTime now) {
  return http::CertificateAuthority::create("sluice agents", {.from = now, .length = kTenYears});
}

Result<http::Credential> issue_agent(const http::CertificateAuthority& authority,
                                     const std::string& agent_name, WallTime now) {
  return authority.issue_server(
      {.name = "sluice agent", .dns_names = {agent_name}, .ip_addresses = {}},
      {.from = now, .length = kTenYears});
}

Result<http::Credential> issue_operator(const http::CertificateAuthority& authority, WallTime now) {
  return authority.issue_client({.user = kOperatorName, .groups = {}},
                                {.from = now, .length = kOneDay});
}

}  // namespace sluice::detach
