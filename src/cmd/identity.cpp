// SPDX-License-Identifier: Apache-2.0
#include "cmd/identity.h"

#include <unistd.h>

#include "apiserver/aggregation/authentication_config.h"
#include "auth/kubelet_caller.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "cmd/host_name.h"
#include "json/yaml.h"

namespace sluice::cmd {
namespace {

constexpr std::chrono::hours kCaLength{24 * 3650};
constexpr std::chrono::hours kLeafLength{24 * 365};
constexpr std::chrono::hours kRenewBefore{24 * 30};

Result<http::Credential> read_credential(const Home& home, const std::string& name) {
  TRY_ASSIGN(std::string certificate, read_file(home.pki() / (name + ".crt")));
  TRY_ASSIGN(std::string key, read_file(home.pki() / (name + ".key")));
  return http::Credential{std::move(certificate), std::move(key)};
}

Result<void> write_credential(const Home& home, const std::string& name,
                              const http::Credential& credential) {
  // The key first: a certificate without its key would be taken for a broken pair.
  TRY(write_file_atomic(home.pki() / (name + ".key"), credential.key_pem));
  return write_file_atomic(home.pki() / (name + ".crt"), credential.certificate_pem);
}

// The authority of that file name, made when it is missing.
Result<http::CertificateAuthority> authority(const Home& home, const std::string& file,
                                             const Clock& clock) {
  const auto credential = read_credential(home, file);
  if (credential) {
    return http::CertificateAuthority::load(*credential);
  }
  TRY_ASSIGN(auto created, http::CertificateAuthority::create(
                               "sluice-" + file, {.from = clock.now(), .length = kCaLength}));
  TRY(write_credential(home, file, created.credential()));
  return created;
}

bool still_good(const http::Credential& credential, const Clock& clock) {
  const auto end = http::expires(credential.certificate_pem);
  return end && *end - clock.now() > kRenewBefore;
}

// The credential on disk, or a new one when there is none, it ends soon, or it was made for other
// names than `covers` tells.
template <class Issue>
Result<http::Credential> ensure(const Home& home, const std::string& name,
                                const std::string& covers, const Clock& clock, Issue issue) {
  const auto note = home.pki() / (name + ".for");
  const auto existing = read_credential(home, name);
  const auto covered = read_file(note);
  if (existing && still_good(*existing, clock) && covered && *covered == covers) {
    return *existing;
  }
  TRY_ASSIGN(http::Credential issued, issue());
  TRY(write_credential(home, name, issued));
  TRY(write_file_atomic(note, covers));
  return issued;
}

// Tokens outlive restarts only while their key does.
Result<http::SigningKey> token_key(const Home& home) {
  const auto file = home.pki() / "service-account.key";
  if (const auto pem = read_file(file)) {
    return http::SigningKey::load(*pem).map_error(
        [&](Error error) { return with_context(std::move(error), file.string()); });
  }
  TRY_ASSIGN(http::SigningKey key, http::SigningKey::create());
  TRY_ASSIGN(const std::string pem, key.to_pem());
  TRY(write_file_atomic(file, pem));
  return key;
}

}  // namespace

Result<std::string> ensure_cluster_id(const Home& home) {
  if (const auto id = read_file(home.cluster_id()); id && !trim(*id).empty()) {
    return std::string(trim(*id));
  }
  const std::string id = random_hex(8);
  TRY(write_file_atomic(home.cluster_id(), id + "\n"));
  return id;
}

Result<Identity> establish_identity(const Home& home, const std::string& listen_address,
                                    const Clock& clock) {
  TRY(make_directory(home.pki(), 0700));
  TRY_ASSIGN(std::string cluster_id, ensure_cluster_id(home));
  TRY_ASSIGN(const http::CertificateAuthority ca, authority(home, "ca", clock));
  TRY_ASSIGN(const http::CertificateAuthority front_proxy_ca,
             authority(home, "front-proxy-ca", clock));
  const http::Validity leaf{.from = clock.now(), .length = kLeafLength};
  http::ServerIdentity server{.name = "sluice-api",
                              .dns_names = {"localhost", host_name(), "kubernetes",
                                            "kubernetes.default", "kubernetes.default.svc"},
                              .ip_addresses = {"127.0.0.1", "::1"}};
  if (listen_address != "127.0.0.1" && listen_address != "::1" && listen_address != "0.0.0.0" &&
      listen_address != "::") {
    server.ip_addresses.push_back(listen_address);
  }
  TRY_ASSIGN(http::Credential serving,
             ensure(home, "server", host_name() + " " + listen_address, clock,
                    [&] { return ca.issue_server(server, leaf); }));
  TRY_ASSIGN(http::Credential admin, ensure(home, "admin", "sluice-admin", clock, [&] {
               return ca.issue_client({.user = "sluice-admin", .groups = {"system:masters"}}, leaf);
             }));
  TRY_ASSIGN(http::Credential kubelet_client,
             ensure(home, "apiserver-kubelet-client", auth::kKubeletCaller, clock, [&] {
               return ca.issue_client({.user = auth::kKubeletCaller, .groups = {}}, leaf);
             }));
  TRY_ASSIGN(http::Credential front_proxy,
             ensure(home, "front-proxy-client", apiserver::kFrontProxyUser, clock, [&] {
               return front_proxy_ca.issue_client(
                   {.user = apiserver::kFrontProxyUser, .groups = {}}, leaf);
             }));
  TRY_ASSIGN(http::SigningKey tokens, token_key(home));
  return Identity{.cluster_id = std::move(cluster_id),
                  .ca = ca.credential(),
                  .server = std::move(serving),
                  .admin = std::move(admin),
                  .kubelet_client = std::move(kubelet_client),
                  .front_proxy_ca_pem = front_proxy_ca.credential().certificate_pem,
                  .front_proxy = std::move(front_proxy),
                  .tokens = std::move(tokens)};
}

std::string kubeconfig_text(const Identity& identity, const std::string& server_url) {
  const json::Value document = json::Object{
      {"apiVersion", "v1"},
      {"kind", "Config"},
      {"current-context", "sluice"},
      {"clusters", json::Array{json::Object{
                       {"name", "sluice"},
                       {"cluster", json::Object{{"server", server_url},
                                                {"certificate-authority-data",
                                                 base64_encode(identity.ca.certificate_pem)}}}}}},
      {"users",
       json::Array{json::Object{
           {"name", "sluice-admin"},
           {"user",
            json::Object{{"client-certificate-data", base64_encode(identity.admin.certificate_pem)},
                         {"client-key-data", base64_encode(identity.admin.key_pem)}}}}}},
      {"contexts", json::Array{json::Object{{"name", "sluice"},
                                            {"context", json::Object{{"cluster", "sluice"},
                                                                     {"user", "sluice-admin"}}}}}}};
  return json::write_yaml(document);
}

}  // namespace sluice::cmd
