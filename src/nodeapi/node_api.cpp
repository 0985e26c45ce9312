// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/node_api.h"

#include <algorithm>

#include "http/query.h"
#include "json/text.h"
#include "nodeapi/usage_report.h"
#include "streams/pod_logs.h"
#include "streams/serve.h"

namespace sluice::nodeapi {
namespace {

using What = NodeRequest::What;

int status_of(Code code) {
  switch (code) {
    case Code::kUnauthorized:
      return 401;
    case Code::kForbidden:
      return 403;
    case Code::kNotFound:
      return 404;
    case Code::kBadRequest:
    case Code::kInvalid:
      return 400;
    case Code::kUnavailable:
    case Code::kTimeout:
      return 503;
    default:
      return 500;
  }
}

http::Response text(int status, std::string body) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = std::move(body)};
}

http::Response refuse(const Error& error) {
  return text(status_of(error.code), error.message + "\n");
}

http::Response answer(streams::Answer<http::Response> served) {
  if (served) {
    return std::move(*served);
  }
  http::Response refusal = refuse(served.error().error);
  for (const auto& [name, value] : served.error().headers) {
    refusal.headers.add(name, value);
  }
  return refusal;
}

// By upstream's names between API server and kubelet, which differ from those of clients.
streams::CommandStreams wanted_streams(const http::Target& target) {
  const bool tty = http::flag(target, "tty");
  return {.in = http::flag(target, "input"),
          .out = http::flag(target, "output"),
          .err = http::flag(target, "error") && !tty,  // a terminal has one output
          .tty = tty};
}

bool is_read(const http::Request& request) {
  return request.method == "GET" || request.method == "HEAD";
}

bool is_for_streams(What what) {
  return what == What::kExec || what == What::kAttach || what == What::kPortForward;
}

}  // namespace

http::Response NodeApi::handle(const http::Request& request) const {
  if (const auto admitted = admit(request); !admitted) {
    return refuse(admitted.error());
  }
  const auto wanted = parse_node_request(request.target);
  if (!wanted) {
    return text(404, "404 page not found\n");
  }
  if (!is_read(request) && !(is_for_streams(wanted->what) && request.method == "POST")) {
    return text(405, "405: Method Not Allowed\n");
  }
  switch (wanted->what) {
    case What::kHealth:
      return text(200, "ok");
    case What::kPods:
      return pod_list();
    case What::kLogs:
      return logs(request, *wanted);
    case What::kExec:
    case What::kAttach:
      return command(request, *wanted);
    case What::kPortForward:
      return port_forward(request, *wanted);
    case What::kSummary:
      return {.body = json::write(
                  summary({parts_.node_name, parts_.pods(), parts_.usage, parts_.clock.now()}))};
    case What::kResourceMetrics:
      return text(200, resource_metrics(
                           {parts_.node_name, parts_.pods(), parts_.usage, parts_.clock.now()}));
  }
  return text(404, "404 page not found\n");
}

Result<void> NodeApi::admit(const http::Request& request) const {
  TRY_ASSIGN(const Callers::Caller caller, parts_.callers.authenticate(request));
  return parts_.callers.authorize(caller, verb_of(request.method),
                                  subresources_of(request.target.path));
}

Result<client::ObjectPtr> NodeApi::find(const NodeRequest& wanted) const {
  const auto all = parts_.pods();
  const auto found = std::find_if(all.begin(), all.end(), [&](const client::ObjectPtr& pod) {
    return api::key(*pod) == wanted.pod && (wanted.uid.empty() || api::uid(*pod) == wanted.uid);
  });
  if (found == all.end()) {
    return fail(Code::kNotFound, "pod does not exist");
  }
  return *found;
}

http::Response NodeApi::pod_list() const {
  json::Array items;
  for (const client::ObjectPtr& pod : parts_.pods()) {
    items.push_back(*pod);
  }
  return {.body = json::write(json::Object{{"kind", "PodList"},
                                           {"apiVersion", "v1"},
                                           {"metadata", json::Object()},
                                           {"items", std::move(items)}})};
}

http::Response NodeApi::logs(const http::Request& request, const NodeRequest& wanted) const {
  const auto pod = find(wanted);
  if (!pod) {
    return text(404, "pod \"" + wanted.pod.name + "\" not found\n");
  }
  auto query = streams::parse_log_query(request.target);
  if (!query) {
    return refuse(query.error());
  }
  query->container = wanted.container;
  if (!streams::choose_container(**pod, wanted.container)) {
    return text(404, "container \"" + wanted.container + "\" not found in pod \"" +
                         wanted.pod.name + "\"\n");
  }
  if (const auto available = streams::check_log_available(**pod, *query); !available) {
    return refuse(available.error());
  }
  auto stream = parts_.access.log(wanted.pod, *query);
  if (!stream) {
    return refuse(stream.error());
  }
  http::Response response;
  response.content_type = "text/plain";
  response.stream = std::move(*stream);
  return response;
}

http::Response NodeApi::command(const http::Request& request, const NodeRequest& wanted) const {
  const auto pod = find(wanted);
  if (!pod) {
    return refuse(pod.error());
  }
  const streams::CommandStreams streams = wanted_streams(request.target);
  if (!streams.in && !streams.out && !streams.err) {
    return text(400, "you must specify at least 1 of stdin, stdout, stderr\n");
  }
  client::ProcessRequest process{
      .pod = wanted.pod, .container = wanted.container, .tty = streams.tty};
  for (const auto& [name, value] : request.target.query) {
    if (name == "command" && wanted.what == What::kExec) {
      process.command.push_back(value);
    }
  }
  if (process.command.empty() && wanted.what == What::kExec) {
    return text(400, "you must specify at least one command for the container\n");
  }
  const auto kind =
      wanted.what == What::kExec ? streams::CommandKind::kExec : streams::CommandKind::kAttach;
  return answer(streams::serve_command(request, kind, process, streams,
                                       {parts_.access, parts_.clock, parts_.alarms}));
}

http::Response NodeApi::port_forward(const http::Request& request,
                                     const NodeRequest& wanted) const {
  const auto pod = find(wanted);
  if (!pod) {
    return refuse(pod.error());
  }
  return answer(streams::serve_port_forward(request, {parts_.access, wanted.pod, api::uid(**pod)}));
}

}  // namespace sluice::nodeapi
