// SPDX-License-Identifier: Apache-2.0
//
// The API as Nomad's documentation describes it: JSON below /v1, errors as plain text, blocking
// queries by X-Nomad-Index.
#include "nomad/client.h"

#include "http/url.h"
#include "json/text.h"

namespace sluice::nomad {
namespace {

constexpr Duration kTimeout = std::chrono::seconds(30);

// Nomad answers a blocking query up to a sixteenth later than it was asked to.
Duration answer_within(Duration wait) {
  return wait + wait / 16 + kTimeout;
}

}  // namespace

Client::Client(ClientOptions options, std::unique_ptr<http::Client> http)
    : options_(std::move(options)), http_(std::move(http)) {}

Result<http::ClientResponse> Client::send(const char* method, const std::string& path,
                                          std::string query, const json::Value& body,
                                          Duration timeout) {
  http::ClientRequest request{
      .method = method,
      .target =
          "/v1/" + path + "?namespace=" + http::percent_encode(options_.space) +
          (options_.region.empty() ? "" : "&region=" + http::percent_encode(options_.region)) +
          std::move(query)};
  if (!options_.token.empty()) {
    request.headers.add("X-Nomad-Token", options_.token);
  }
  if (!body.is_null()) {
    request.content_type = "application/json";
    request.body = json::write(body);
  }
  TRY_ASSIGN(http::ClientResponse response, http_->send(request, timeout));
  if (response.status / 100 != 2) {
    return tl::unexpected(read_error(response.status, response.body));
  }
  return response;
}

Result<json::Value> Client::ask(const char* method, const std::string& path,
                                const std::string& query, const json::Value& body) {
  TRY_ASSIGN(const http::ClientResponse response, send(method, path, query, body, kTimeout));
  auto answer = json::parse(response.body);
  return answer ? answer
                : tl::unexpected(with_context(std::move(answer).error(), "Nomad's answer"));
}

Result<std::string> Client::version() {
  TRY_ASSIGN(const json::Value self, ask("GET", "agent/self"));
  const std::string version = self.at("config", "Version", "Version").as_string();
  if (version.empty()) {
    return fail(Code::kUnsupported, "Nomad's answer: no version in it");
  }
  return version;
}

Result<bool> Client::lifts_memory_limits() {
  TRY_ASSIGN(const json::Value said, ask("GET", "operator/scheduler/configuration"));
  return said.at("SchedulerConfig", "MemoryOversubscriptionEnabled").as_bool();
}

Result<Plan> Client::plan(const json::Value& job) {
  const std::string& id = job.at("ID").as_string();
  TRY_ASSIGN(const json::Value answer, ask("POST", "job/" + http::percent_encode(id) + "/plan", "",
                                           json::Object{{"Job", job}, {"Diff", true}}));
  Plan plan = read_plan(answer);
  plan.job = id;
  return plan;
}

Result<void> Client::register_job(const json::Value& job, std::int64_t job_modify_index) {
  TRY(ask(
      "POST", "jobs", "",
      json::Object{{"Job", job}, {"EnforceIndex", true}, {"JobModifyIndex", job_modify_index}}));
  return {};
}

Result<std::int64_t> Client::job_version(const std::string& job) {
  TRY_ASSIGN(const json::Value answer, ask("GET", "job/" + http::percent_encode(job)));
  return answer.at("Version").as_int();
}

Result<void> Client::stop(const std::string& job) {
  TRY(ask("DELETE", "job/" + http::percent_encode(job)));
  return {};
}

Result<void> Client::evaluate(const std::string& job) {
  TRY(ask("POST", "job/" + http::percent_encode(job) + "/evaluate", "",
          json::Object{{"JobID", job}, {"EvalOptions", json::Object{{"ForceReschedule", true}}}}));
  return {};
}

Result<std::vector<KnownJob>> Client::jobs(const std::string& prefix) {
  TRY_ASSIGN(const json::Value answer,
             ask("GET", "jobs", "&prefix=" + http::percent_encode(prefix) + "&meta=true"));
  return read_jobs(answer);
}

Result<std::vector<Allocation>> Client::allocations(const std::string& job, std::int64_t& index,
                                                    Duration wait) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait).count();
  const std::string query =
      index == 0 ? ""
                 : "&index=" + std::to_string(index) + "&wait=" + std::to_string(seconds) + "s";
  TRY_ASSIGN(const http::ClientResponse response,
             send("GET", "job/" + http::percent_encode(job) + "/allocations", query, {},
                  answer_within(wait)));
  TRY_ASSIGN(const json::Value answer, json::parse(response.body));
  index = next_index(index, response.headers.get("X-Nomad-Index"));
  return read_allocations(answer);
}

Result<std::unique_ptr<Client>> connect(ClientOptions options) {
  auto url = http::parse_url(options.address);
  if (!url) {
    return fail(Code::kInvalid,
                "Nomad's address: expected http://HOST:PORT or https://HOST:PORT, got " +
                    url.error().message);
  }
  TRY_ASSIGN(auto http, http::make_client({.host = url->host,
                                           .port = url->port,
                                           .ca_pem = options.ca_pem,
                                           .plain = url->plain,
                                           .system_authorities = !url->plain}));
  return std::make_unique<Client>(std::move(options), std::move(http));
}

}  // namespace sluice::nomad
