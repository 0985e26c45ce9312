// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_webhook.h"

#include "api/catalog.h"
#include "base/ip_address.h"
#include "base/text.h"
#include "clusters/services_check.h"
#include "http/certificates.h"
#include "http/url.h"
#include "jobs/admission_review.h"
#include "json/text.h"
#include "machines/kept_authority.h"
#include "runtime/definitions.h"

namespace sluice::cmd {
namespace {

constexpr const char* kName = "slurmjobs.slurmjob.dev";
constexpr const char* kPath = "/validate-slurmjob";
constexpr std::uint16_t kUsualPort = 9443;
constexpr std::uint16_t kServicePort = 443;
constexpr std::size_t kMostBody = std::size_t{16} << 20;  // two scripts of a mebibyte, escaped
constexpr std::chrono::hours kTenYears{24 * 3650};
const api::Key kSecret{"kube-system", "sluice-operator-webhook"};

// Where the API server finds it, and which names its certificate needs for that.
struct Place {
  json::Value client_config;  // without the authority
  http::ServerIdentity identity;
};

Result<Place> service_place(const std::string& text) {
  const auto wrong =
      fail(Code::kInvalid, "webhook-service: expected NAMESPACE/NAME[:PORT], got \"" + text + "\"");
  const std::size_t slash = text.find('/');
  const auto named =
      http::parse_host_port(slash == std::string::npos ? "" : text.substr(slash + 1), kServicePort);
  if (!named || slash == 0 || named->host.empty()) {
    return wrong;
  }
  const std::string ns = text.substr(0, slash);
  const std::string name = named->host + "." + ns + ".svc";
  return Place{json::Object{{"service", json::Object{{"namespace", ns},
                                                     {"name", named->host},
                                                     {"port", named->port},
                                                     {"path", kPath}}}},
               {.name = name, .dns_names = {name, name + ".cluster.local"}, .ip_addresses = {}}};
}

Result<Place> address_place(const std::string& text, std::uint16_t port) {
  const auto place = http::parse_host_port(text, port);
  if (!place || place->host.empty()) {
    return fail(Code::kInvalid, "webhook-address: expected HOST[:PORT], got \"" + text + "\"");
  }
  const std::string& host = place->host;
  if (host == "0.0.0.0" || host == "::") {
    return fail(Code::kInvalid,
                "webhook-address: expected how the API server reaches the webhook, since it "
                "listens everywhere; or webhook-service");
  }
  const std::string url = bracketed(host) + ":" + std::to_string(place->port);
  Place result{json::Object{{"url", "https://" + url + kPath}},
               {.name = host, .dns_names = {}, .ip_addresses = {}}};
  (is_ip_address(host) ? result.identity.ip_addresses : result.identity.dns_names).push_back(host);
  return result;
}

Result<http::CertificateAuthority> authority(client::Client& client, const Clock& clock) {
  return machines::kept_authority(client, kSecret, {}, [&] {
    return http::CertificateAuthority::create("sluice operator webhook",
                                              {.from = clock.now(), .length = kTenYears});
  });
}

// Without an answer the job is taken: its status tells what is wrong.
json::Value configuration(json::Value client_config) {
  const json::Value rule = json::Object{{"apiGroups", json::Array{"slurmjob.dev"}},
                                        {"apiVersions", json::Array{"v1"}},
                                        {"operations", json::Array{"CREATE", "UPDATE"}},
                                        {"resources", json::Array{"slurmjobs"}},
                                        {"scope", "Namespaced"}};
  const json::Value services =
      json::Object{{"apiGroups", json::Array{"sluice.dev"}},
                   {"apiVersions", json::Array{"v1alpha1"}},
                   {"operations", json::Array{"CREATE", "UPDATE"}},
                   {"resources", json::Array{"nodeservices", "slurmclusters"}},
                   {"scope", "Namespaced"}};
  const json::Value webhook = json::Object{{"name", kName},
                                           {"clientConfig", std::move(client_config)},
                                           {"rules", json::Array{rule, services}},
                                           {"failurePolicy", "Ignore"},
                                           {"sideEffects", "None"},
                                           {"timeoutSeconds", 5},
                                           {"admissionReviewVersions", json::Array{"v1"}}};
  return json::Object{{"apiVersion", "admissionregistration.k8s.io/v1"},
                      {"kind", "ValidatingWebhookConfiguration"},
                      {"metadata", json::Object{{"name", kName}}},
                      {"webhooks", json::Array{webhook}}};
}

Result<json::Value> answer_to(const json::Value& review, const jobs::FindSecretIn& find) {
  if (review.at("request", "resource", "group").as_string() != "sluice.dev") {
    return jobs::answer_review(review, find);
  }
  return jobs::answer_review_by(
      review, [](const json::Value& request) -> Result<std::optional<ErrorCause>> {
        const bool same = request.at("object", "spec") == request.at("oldObject", "spec");
        return same ? std::nullopt : clusters::objection_to_services(request.at("object"));
      });
}

http::Response answer(const http::Request& request, client::Client& client) {
  http::Response response;
  if (request.method != "POST" || request.target.path != kPath) {
    response.status = 404;
    response.body = std::string("only POST ") + kPath + " is served here\n";
    return response;
  }
  const auto find = [&](const std::string& ns, const std::string& name) -> Result<json::Value> {
    TRY_ASSIGN(const client::ObjectPtr secret, client.get(api::kinds::secret(), {ns, name}));
    return *secret;
  };
  const auto review = json::parse(request.body);
  const auto answered =
      review ? answer_to(*review, find) : Result<json::Value>(tl::unexpected(review.error()));
  if (!answered) {
    response.status = 400;
    response.body = answered.error().message + "\n";
    return response;
  }
  response.content_type = "application/json";
  response.body = json::write(*answered);
  return response;
}

}  // namespace

std::vector<Option> job_webhook_options(JobWebhookOptions& o) {
  return {{"webhook-listen", "ADDRESS:PORT",
           "serve a validating webhook there (HTTPS) that refuses wrong SlurmJobs and services of "
           "machines when they are written, and tell the API server of it",
           &o.listen},
          {"webhook-address", "HOST[:PORT]",
           "as the API server reaches it (default: as --webhook-listen)", &o.address},
          {"webhook-service", "NAMESPACE/NAME[:PORT]",
           "the Service in front of it, where the operator is a pod, instead", &o.service}};
}

Result<std::unique_ptr<http::Server>> serve_job_webhook(const JobWebhookOptions& options,
                                                        client::Client& client,
                                                        const Clock& clock) {
  if (options.listen.empty()) {
    return nullptr;
  }
  const auto listen = http::parse_host_port(options.listen, kUsualPort);
  if (!listen) {
    return fail(Code::kInvalid,
                "webhook-listen: expected ADDRESS:PORT, got \"" + options.listen + "\"");
  }
  TRY_ASSIGN(Place place,
             !options.service.empty()
                 ? service_place(options.service)
                 : address_place(options.address.empty() ? options.listen : options.address,
                                 listen->port));
  TRY_ASSIGN(const auto authority, cmd::authority(client, clock));
  TRY_ASSIGN(const auto credential,
             authority.issue_server(place.identity, {.from = clock.now(), .length = kTenYears}));
  TRY_ASSIGN(auto server, http::serve({.address = listen->host,
                                       .port = listen->port,
                                       .certificate_pem = credential.certificate_pem,
                                       .key_pem = credential.key_pem,
                                       .max_body = kMostBody},
                                      [&client](const http::Request& request) {
                                        return answer(request, client);
                                      }));
  place.client_config["caBundle"] = base64_encode(authority.credential().certificate_pem);
  TRY(runtime::apply(client, configuration(std::move(place.client_config))));
  return server;
}

}  // namespace sluice::cmd
