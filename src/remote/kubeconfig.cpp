// SPDX-License-Identifier: Apache-2.0
#include "remote/kubeconfig.h"

#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "json/value.h"
#include "json/yaml.h"

namespace sluice::remote {

namespace {

// The entry `name` of a list like clusters: [{name: …, cluster: {…}}].
Result<json::Value> entry(const json::Value& config, const char* list, const char* member,
                          const std::string& name) {
  for (const json::Value& item : config.at(list).as_array()) {
    if (item.at("name").as_string() == name) {
      return item.at(member);
    }
  }
  return fail(Code::kInvalid,
              "kubeconfig: " + std::string(list) + " has no entry named \"" + name + "\"");
}

// The content of `field`-data (base64) or of the file `field` names; empty when neither is there.
Result<std::string> content(const json::Value& from, const std::string& field,
                            const std::filesystem::path& directory) {
  if (const std::string& data = from.at(field + "-data").as_string(); !data.empty()) {
    auto decoded = base64_decode(data);
    if (!decoded) {
      return fail(Code::kInvalid, "kubeconfig: " + field + "-data is not base64");
    }
    return decoded;
  }
  if (const std::string& file = from.at(field).as_string(); !file.empty()) {
    return read_file(directory / file);
  }
  return std::string();
}

Result<void> set_server(const std::string& url, Endpoint& endpoint) {
  constexpr std::string_view kScheme = "https://";
  if (!url.starts_with(kScheme)) {
    return fail(Code::kInvalid, "kubeconfig: server must be an https:// URL, got \"" + url + "\"");
  }
  std::string_view rest = std::string_view(url).substr(kScheme.size());
  const std::size_t slash = rest.find('/');
  if (slash != std::string_view::npos) {
    endpoint.path_prefix = rest.substr(slash);
    rest = rest.substr(0, slash);
  }
  while (endpoint.path_prefix.ends_with('/')) {
    endpoint.path_prefix.pop_back();
  }
  const std::size_t colon = rest.rfind(':');
  const bool has_port = colon != std::string_view::npos && rest.find(']', colon) == rest.npos;
  std::string_view host = has_port ? rest.substr(0, colon) : rest;
  if (has_port) {
    const auto port = parse_int(rest.substr(colon + 1));
    if (!port || *port < 1 || *port > 65535) {
      return fail(Code::kInvalid, "kubeconfig: server \"" + url + "\" has no valid port");
    }
    endpoint.connection.port = static_cast<std::uint16_t>(*port);
  }
  if (host.starts_with('[') && host.ends_with(']')) {  // an IPv6 address
    host = host.substr(1, host.size() - 2);
  }
  if (host.empty()) {
    return fail(Code::kInvalid, "kubeconfig: server \"" + url + "\" has no host");
  }
  endpoint.connection.host = host;
  return {};
}

Result<void> set_user(const json::Value& user, const std::filesystem::path& directory,
                      http::ClientOptions& connection) {
  for (const char* unsupported : {"exec", "auth-provider", "username"}) {
    if (user.find(unsupported) != nullptr) {
      return fail(Code::kUnsupported, "kubeconfig: users with \"" + std::string(unsupported) +
                                          "\" are not supported; use a certificate or a token");
    }
  }
  TRY_ASSIGN(connection.certificate_pem, content(user, "client-certificate", directory));
  TRY_ASSIGN(connection.key_pem, content(user, "client-key", directory));
  if (connection.certificate_pem.empty() != connection.key_pem.empty()) {
    return fail(Code::kInvalid,
                "kubeconfig: client-certificate and client-key must be given together");
  }
  connection.bearer_token = user.at("token").as_string();
  const std::string& token_file = user.at("tokenFile").as_string();
  if (connection.bearer_token.empty() && !token_file.empty()) {
    TRY_ASSIGN(const std::string token, read_file(directory / token_file));
    connection.bearer_token = trim(token);
  }
  return {};
}

}  // namespace

Result<Endpoint> parse_kubeconfig(std::string_view text, const std::filesystem::path& directory) {
  TRY_ASSIGN(const auto documents, json::parse_yaml(text));
  if (documents.size() != 1 || !documents[0].is_object()) {
    return fail(Code::kInvalid, "kubeconfig: expected one document with clusters and users");
  }
  const json::Value& config = documents[0];
  const std::string& current = config.at("current-context").as_string();
  if (current.empty()) {
    return fail(Code::kInvalid, "kubeconfig: current-context is not set");
  }
  TRY_ASSIGN(const json::Value context, entry(config, "contexts", "context", current));
  TRY_ASSIGN(const json::Value cluster,
             entry(config, "clusters", "cluster", context.at("cluster").as_string()));
  if (cluster.at("insecure-skip-tls-verify").as_bool()) {
    return fail(Code::kUnsupported,
                "kubeconfig: insecure-skip-tls-verify is not supported; give the cluster's "
                "certificate-authority");
  }
  Endpoint endpoint;
  endpoint.ns = context.at("namespace").as_string();
  TRY(set_server(cluster.at("server").as_string(), endpoint));
  TRY_ASSIGN(endpoint.connection.ca_pem, content(cluster, "certificate-authority", directory));
  if (const std::string& name = context.at("user").as_string(); !name.empty()) {
    TRY_ASSIGN(const json::Value user, entry(config, "users", "user", name));
    TRY(set_user(user, directory, endpoint.connection));
  }
  return endpoint;
}

Result<Endpoint> read_kubeconfig(const std::filesystem::path& path) {
  TRY_ASSIGN(const std::string text, read_file(path));
  return parse_kubeconfig(text, path.parent_path());
}

}  // namespace sluice::remote
