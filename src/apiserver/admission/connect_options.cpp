// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/connect_options.h"

#include <array>
#include <span>
#include <string>

#include "apiserver/request_info.h"
#include "base/text.h"

namespace sluice::apiserver {

namespace {

enum class Form { kFlag, kText, kTexts, kNumbers };

struct Member {
  const char* query;
  const char* name;
  Form form;
};

constexpr std::array<Member, 6> kCommand{{{"stdin", "stdin", Form::kFlag},
                                          {"stdout", "stdout", Form::kFlag},
                                          {"stderr", "stderr", Form::kFlag},
                                          {"tty", "tty", Form::kFlag},
                                          {"container", "container", Form::kText},
                                          {"command", "command", Form::kTexts}}};
constexpr std::array<Member, 1> kForward{{{"ports", "ports", Form::kNumbers}}};
constexpr std::array<Member, 1> kProxy{{{"path", "path", Form::kText}}};

struct Connection {
  std::string_view resource;
  std::string_view subresource;
  const char* kind;
  std::span<const Member> members;
};

constexpr std::array<Connection, 6> kConnections{{
    {"pods", "exec", "PodExecOptions", kCommand},
    {"pods", "attach", "PodAttachOptions", std::span(kCommand).first(5)},
    {"pods", "portforward", "PodPortForwardOptions", kForward},
    {"pods", "proxy", "PodProxyOptions", kProxy},
    {"services", "proxy", "ServiceProxyOptions", kProxy},
    {"nodes", "proxy", "NodeProxyOptions", kProxy},
}};

json::Array values(const http::Target& target, const Member& member) {
  json::Array list;
  for (const auto& [name, value] : target.query) {
    if (name != member.query) {
      continue;
    }
    for (const std::string_view part :
         member.form == Form::kNumbers ? split(value, ',') : std::vector<std::string_view>{value}) {
      const auto number = member.form == Form::kNumbers ? parse_int(part) : std::nullopt;
      list.push_back(number ? json::Value(*number) : json::Value(part));
    }
  }
  return list;
}

void read(const http::Target& target, const Member& member, json::Value& into) {
  if (member.form == Form::kFlag) {
    if (flag(target, member.query)) {
      into[member.name] = true;
    }
    return;
  }
  json::Array list = values(target, member);
  if (list.empty()) {
    return;
  }
  into[member.name] = member.form == Form::kText ? list.front() : json::Value(std::move(list));
}

}  // namespace

json::Value connect_options(const api::Kind& kind, std::string_view subresource,
                            const http::Target& target) {
  for (const Connection& connection : kConnections) {
    if (kind.group.empty() && kind.plural == connection.resource &&
        subresource == connection.subresource) {
      json::Value options = json::Object{{"kind", connection.kind}, {"apiVersion", "v1"}};
      for (const Member& member : connection.members) {
        read(target, member, options);
      }
      return options;
    }
  }
  return {};
}

}  // namespace sluice::apiserver
