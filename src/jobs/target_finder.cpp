// SPDX-License-Identifier: Apache-2.0
#include "jobs/target_finder.h"

#include "api/meta.h"
#include "base/text.h"
#include "jobs/credentials.h"
#include "jobs/job_spec.h"

namespace sluice::jobs {

// Where credentials are: in one of these.
struct TargetFinder::Place {
  std::string field;  // that names it
  std::string ns;
  std::string secret;
  std::string directory;
  std::string vault;  // a path there

  Result<Credentials> read(const Parts& parts) const {
    if (!secret.empty()) {
      return from_secret(parts);
    }
    auto read = vault.empty() ? from_directory(parts) : from_vault(parts);
    if (!read) {
      return tl::unexpected(with_context(std::move(read).error(), field));
    }
    return read;
  }

  bool empty() const { return secret.empty() && directory.empty() && vault.empty(); }

  std::string text() const { return field + ": \"" + secret + directory + vault + "\": "; }

 private:
  Result<Credentials> from_secret(const Parts& parts) const {
    const auto found = parts.client.get(api::kinds::secret(), {ns, secret});
    if (!found) {
      return found.error().code == Code::kNotFound
                 ? fail(Code::kNotFound,
                        field + ": there is no Secret \"" + secret + "\" in namespace " + ns)
                 : tl::unexpected(found.error());
    }
    return credentials_in(**found);
  }

  // The schema allows no name that leads elsewhere; an older one may have.
  Result<Credentials> from_directory(const Parts& parts) const {
    if (parts.credentials_dir.empty()) {
      return fail(Code::kInvalid,
                  "this operator has no directories with credentials: --credentials-dir");
    }
    if (directory.empty() || directory.front() == '.' || directory.find('/') != std::string::npos) {
      return fail(Code::kInvalid, "expected the name of a directory");
    }
    return read_credentials(parts.credentials_dir / directory);
  }

  Result<Credentials> from_vault(const Parts& parts) const {
    if (!parts.vault) {
      return fail(Code::kInvalid, "this operator has no Vault: --vault-address");
    }
    return parts.vault(vault);
  }
};

namespace {

constexpr Duration kHolds = std::chrono::seconds(2);

bool is_for_all(const client::Object& connection) {
  return connection.at("kind").as_string() == kClusterConnectionKind;
}

// Where the Secrets and ConfigMaps of a connection are.
const std::string& home_of(const client::Object& connection) {
  return is_for_all(connection) ? connection.at("spec", "secretNamespace").as_string()
                                : api::ns(connection);
}

}  // namespace

TargetFinder::Place TargetFinder::place_of(const client::Object& connection, const char* way) {
  const json::Value& spec = connection.at("spec", way);
  Place place{.ns = home_of(connection),
              .secret = spec.at("secretName").as_string(),
              .directory = spec.at("credentialsDirectory").as_string(),
              .vault = spec.at("vaultPath").as_string()};
  place.field = "spec." + std::string(way) +
                (!place.directory.empty() ? ".credentialsDirectory"
                 : !place.vault.empty()   ? ".vaultPath"
                                          : ".secretName");
  return place;
}

// Failures do not hold: whoever mends one need not wait.
Result<Target> TargetFinder::recent(const std::string& what,
                                    const std::function<Result<Target>()>& find) {
  const SteadyTime now = parts_.clock.steady();
  {
    const std::scoped_lock lock(mutex_);
    const Found* found = found_.find(what);
    if (found != nullptr && now < found->at + kHolds) {
      return found->target;
    }
  }
  TRY_ASSIGN(const Target target, find());
  const std::scoped_lock lock(mutex_);
  found_[what] = {now, target};
  return target;
}

Result<Target> TargetFinder::of_job(const client::Object& job) {
  TRY_ASSIGN(const JobConnection named, read_connection(job));
  if (const auto* own = std::get_if<InlineConnection>(&named)) {
    const Place place{
        .field = "spec.connection.secretName", .ns = api::ns(job), .secret = own->secret_name};
    return recent(
        join({place.ns, place.secret, own->host, std::to_string(own->port)}, " "),
        [&]() -> Result<Target> { return login(own->host, own->port, place, parts_.known_hosts); });
  }
  const auto& ref = std::get<ConnectionRef>(named);
  const bool for_all = ref.kind == kClusterConnectionKind;
  const client::ObjectPtr connection = for_all ? parts_.cluster_connections.get({"", ref.name})
                                               : parts_.connections.get({api::ns(job), ref.name});
  if (connection == nullptr) {
    return fail(Code::kNotFound,
                "spec.connectionRef: there is no " +
                    std::string(for_all ? kClusterConnectionKind : kConnectionKind) + " \"" +
                    ref.name + "\"" + (for_all ? "" : " in namespace " + api::ns(job)));
  }
  auto target = of_connection(*connection);
  if (!target) {
    return tl::unexpected(with_context(std::move(target).error(), ref.kind + " " + ref.name));
  }
  return target;
}

Result<Target> TargetFinder::of_connection(const client::Object& connection) {
  const std::int64_t generation = connection.at("metadata", "generation").as_int();
  return recent(api::uid(connection) + " " + std::to_string(generation),
                [&] { return find(connection); });
}

Result<Target> TargetFinder::find(const client::Object& connection) const {
  const json::Value& spec = connection.at("spec");
  if (!spec.at("ssh").is_null()) {
    return by_ssh(connection);
  }
  if (!spec.at("rest").is_null()) {
    return by_rest(connection);
  }
  if (!spec.at("local").is_null() && is_for_all(connection)) {
    return LocalTarget{};
  }
  return fail(Code::kInvalid, "spec: expected ssh or rest");
}

Result<ssh::Endpoint> TargetFinder::login(const std::string& host, std::uint16_t port,
                                          const Place& place,
                                          const std::string& known_hosts) const {
  TRY_ASSIGN(const Credentials credentials, place.read(parts_));
  if (const auto lack = lacking(credentials)) {
    return fail(Code::kInvalid, place.text() + *lack);
  }
  return endpoint_of(host, port, credentials, known_hosts);
}

Result<std::string> TargetFinder::known_hosts(const client::Object& connection) const {
  const json::Value& wanted = connection.at("spec", "ssh", "knownHostsConfigMap");
  if (wanted.is_null()) {
    return parts_.known_hosts;
  }
  const std::string field = "spec.ssh.knownHostsConfigMap";
  const std::string& name = wanted.at("name").as_string();
  const std::string& key = wanted.at("key").as_string();
  const auto map = parts_.client.get(api::kinds::config_map(), {home_of(connection), name});
  if (!map) {
    return map.error().code == Code::kNotFound
               ? fail(Code::kNotFound, field + ": there is no ConfigMap \"" + name +
                                           "\" in namespace " + home_of(connection))
               : tl::unexpected(map.error());
  }
  const json::Value& lines = (*map)->at("data", key);
  if (!lines.is_string()) {
    return fail(Code::kInvalid, field + ": the ConfigMap \"" + name + "\" has no key \"" + key +
                                    "\": expected lines of known_hosts");
  }
  return lines.as_string() + "\n" + parts_.known_hosts;
}

Result<Target> TargetFinder::by_ssh(const client::Object& connection) const {
  const json::Value& spec = connection.at("spec", "ssh");
  TRY_ASSIGN(const std::string hosts, known_hosts(connection));
  Place place = place_of(connection, "ssh");
  TRY_ASSIGN(const std::uint16_t port, read_port(spec.at("port"), "spec.ssh.port"));
  TRY_ASSIGN(ssh::Endpoint endpoint, login(spec.at("host").as_string(), port, place, hosts));
  const json::Value& jump = spec.at("jump");
  if (!jump.is_null()) {
    if (jump.at("secretName").is_string()) {
      place = {.field = "spec.ssh.jump.secretName",
               .ns = home_of(connection),
               .secret = jump.at("secretName").as_string()};
    }
    TRY_ASSIGN(const std::uint16_t gate, read_port(jump.at("port"), "spec.ssh.jump.port"));
    TRY_ASSIGN(auto between, login(jump.at("host").as_string(), gate, place, hosts));
    endpoint.jump = std::make_shared<const ssh::Endpoint>(std::move(between));
  }
  return endpoint;
}

Result<Target> TargetFinder::by_rest(const client::Object& connection) const {
  const json::Value& spec = connection.at("spec", "rest");
  const bool for_all = is_for_all(connection);
  RestTarget target{.url = spec.at("url").as_string(),
                    .working_directory = spec.at("workingDirectory").as_string(),
                    .shared_directory = for_all && spec.at("sharedDirectory").as_bool()};
  const bool at_socket = target.url.starts_with("unix:");
  if (at_socket && !for_all) {
    return fail(Code::kInvalid,
                "spec.rest.url: expected http:// or https://: sockets of the "
                "operator's machine are for a SlurmClusterConnection");
  }
  const Place place = place_of(connection, "rest");
  if (at_socket && place.empty()) {
    return target;
  }
  TRY_ASSIGN(const Credentials credentials, place.read(parts_));
  const auto token = credentials.find("token");
  if (token == credentials.end() || trim(token->second).empty()) {
    return fail(Code::kInvalid, place.text() +
                                    "there is no key \"token\": expected a token "
                                    "for slurmrestd, as scontrol token makes it");
  }
  target.token = trim(token->second);
  return target;
}

}  // namespace sluice::jobs
