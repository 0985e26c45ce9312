// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/certificates.h"
#include "http/client.h"
#include "http/server.h"

namespace sluice::http {

// A throw-away certificate authority for tests with real TLS on the loopback address.
class TestPki {
 public:
  TestPki() : authority_(create()) {}

  const std::string& ca_pem() const { return authority_.credential().certificate_pem; }

  Credential client_credential(const std::string& user,
                               const std::vector<std::string>& groups = {}) const {
    return authority_.issue_client({user, groups}, validity()).value();
  }

  ServerOptions server_options(const std::string& dns_name = "localhost") const {
    const Credential server = issue_server(dns_name);
    ServerOptions options;
    options.certificate_pem = server.certificate_pem;
    options.key_pem = server.key_pem;
    options.client_ca_pem = ca_pem();
    return options;
  }

  // Without a user: no client certificate.
  ClientOptions client_options(std::uint16_t port, const std::string& user = "",
                               const std::vector<std::string>& groups = {}) const {
    ClientOptions options{.host = "127.0.0.1", .port = port, .ca_pem = ca_pem()};
    if (!user.empty()) {
      const Credential client = client_credential(user, groups);
      options.certificate_pem = client.certificate_pem;
      options.key_pem = client.key_pem;
    }
    return options;
  }

  std::unique_ptr<Client> client(std::uint16_t port, const std::string& user = "",
                                 const std::vector<std::string>& groups = {}) const {
    return make_client(client_options(port, user, groups)).value();
  }

 private:
  static Validity validity() { return {.from = RealClock().now()}; }
  static CertificateAuthority create() {
    return std::move(CertificateAuthority::create("test-ca", validity())).value();
  }
  Credential issue_server(const std::string& dns_name) const {
    return authority_
        .issue_server({.name = "test", .dns_names = {dns_name}, .ip_addresses = {"127.0.0.1"}},
                      validity())
        .value();
  }

  CertificateAuthority authority_;
};

}  // namespace sluice::http
