// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_client.h"

#include <array>

#include "api/kind.h"
#include "base/timestamp.h"
#include "base/waiting.h"
#include "cmd/kubeconfig_path.h"
#include "jobs/job_status.h"
#include "jobs/orders.h"
#include "remote/http_client.h"
#include "remote/resource_path.h"
#include "remote/status_error.h"

namespace sluice::cmd {
namespace {

// As far as paths of requests need it: who submits a job may not be allowed to read definitions.
constexpr api::Kind kSlurmJob{.group = "slurmjob.dev",
                              .version = "v1",
                              .kind = "SlurmJob",
                              .plural = "slurmjobs",
                              .singular = "slurmjob",
                              .has_status = true};
constexpr Duration kAnswer = std::chrono::seconds(30);
constexpr Duration kLookUp = std::chrono::seconds(2);  // how often patience is looked at
constexpr Duration kTryAgain = std::chrono::seconds(1);

}  // namespace

struct JobClient::Parts {
  std::unique_ptr<client::Client> client;
  std::unique_ptr<http::Client> http;  // for what the interface above does not know
  std::string prefix;
  std::string ns;
  RealClock clock = {};
};

Result<JobClient> JobClient::connect(const std::string& kubeconfig, const std::string& ns) {
  TRY_ASSIGN(remote::Endpoint endpoint, remote::read_kubeconfig(kubeconfig_path(kubeconfig)));
  auto parts = std::make_shared<Parts>();
  parts->prefix = endpoint.path_prefix;
  parts->ns = !ns.empty() ? ns : endpoint.ns.empty() ? "default" : endpoint.ns;
  TRY_ASSIGN(parts->http, http::make_client(endpoint.connection));
  TRY_ASSIGN(parts->client, remote::connect(std::move(endpoint)));
  return JobClient(std::move(parts));
}

Result<client::ObjectPtr> JobClient::create(client::Object job) {
  job["metadata"]["namespace"] = parts_->ns;
  return parts_->client->create(kSlurmJob, job);
}

Result<std::vector<client::ObjectPtr>> JobClient::list(bool all_namespaces) {
  TRY_ASSIGN(client::ObjectList found,
             parts_->client->list(kSlurmJob, {.ns = all_namespaces ? "" : parts_->ns}));
  return std::move(found.items);
}

Result<void> JobClient::cancel(const std::string& name) {
  const json::Value annotations =
      json::Object{{jobs::kCancelAsked, format_rfc3339_micro(parts_->clock.now())}};
  TRY(parts_->client->patch(
      kSlurmJob, {parts_->ns, name},
      {.body = json::Object{{"metadata", json::Object{{"annotations", annotations}}}}}));
  return {};
}

Result<client::ObjectPtr> JobClient::wait(const std::string& name, std::optional<Duration> patience,
                                          const std::function<void(const client::Object&)>& show) {
  const SteadyTime begin = parts_->clock.steady();
  const std::string selector = "metadata.name=" + name;
  while (true) {
    TRY_ASSIGN(const client::ObjectPtr now, parts_->client->get(kSlurmJob, {parts_->ns, name}));
    show(*now);
    if (jobs::is_finished(*now)) {
      return now;
    }
    const auto watch =
        parts_->client->watch(kSlurmJob, {.ns = parts_->ns,
                                          .field_selector = selector,
                                          .resource_version = api::resource_version(*now)});
    while (watch) {
      if (patience && parts_->clock.steady() >= begin + *patience) {
        return fail(Code::kTimeout, "slurmjob " + name + " is not over yet");
      }
      const auto event = (*watch)->next(kLookUp);
      if (!event) {
        break;  // look again
      }
      if (!*event || (*event)->type == client::EventType::kBookmark) {
        continue;
      }
      if ((*event)->type == client::EventType::kDeleted) {
        return fail(Code::kNotFound, "slurmjob " + name + " was deleted");
      }
      show(*(*event)->object);
      if (jobs::is_finished(*(*event)->object)) {
        return (*event)->object;
      }
    }
    pause(parts_->clock, kTryAgain);
  }
}

Result<void> JobClient::logs(const LogRequest& request,
                             const std::function<void(std::string_view)>& write) {
  const std::string target =
      parts_->prefix + remote::object_path(api::kinds::pod(), {parts_->ns, request.name}) + "/log" +
      remote::query({{"container", request.container},
                     {"follow", request.follow ? "true" : ""},
                     {"tailLines", request.tail ? std::to_string(*request.tail) : ""}});
  TRY_ASSIGN(auto opened, parts_->http->download({.target = target, .accept = "*/*"}, kAnswer));
  if (opened.body == nullptr) {
    return tl::unexpected(remote::response_error(opened.response.status, opened.response.body));
  }
  std::array<char, 64 * 1024> piece{};
  while (true) {
    const auto size = opened.body->read(piece, kAnswer);
    if (!size && size.error().code == Code::kTimeout) {
      continue;  // it prints nothing for now
    }
    if (!size) {
      return tl::unexpected(size.error());
    }
    if (*size == 0) {
      return {};
    }
    write({piece.data(), *size});
  }
}

}  // namespace sluice::cmd
