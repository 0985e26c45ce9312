// SPDX-License-Identifier: Apache-2.0
#include "apiserver/health.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "api/version.h"

namespace sluice::apiserver {

namespace {

constexpr std::array<std::string_view, 3> kEndpoints = {"/healthz", "/livez", "/readyz"};
constexpr std::array<std::string_view, 2> kChecks = {"ping", "store"};

http::Response text(int status, std::string body) {
  http::Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(body);
  return response;
}

std::string report(std::string_view endpoint) {
  std::string lines;
  for (const std::string_view check : kChecks) {
    lines += "[+]" + std::string(check) + " ok\n";
  }
  return lines + std::string(endpoint.substr(1)) + " check passed\n";
}

}  // namespace

json::Value version_document() {
  return json::Object{{"major", "1"},
                      {"minor", "35"},
                      {"emulationMajor", "1"},
                      {"emulationMinor", "35"},
                      {"minCompatibilityMajor", "1"},
                      {"minCompatibilityMinor", "34"},
                      {"gitVersion", api::kVersion},
                      {"gitCommit", ""},
                      {"gitTreeState", "clean"},
                      {"buildDate", "1970-01-01T00:00:00Z"},
                      {"goVersion", ""},
                      {"compiler", "g++"},
                      {"platform", "linux/amd64"}};
}

std::optional<http::Response> health_response(const http::Target& target) {
  for (const std::string_view endpoint : kEndpoints) {
    if (target.path == endpoint) {
      return text(200, target.find("verbose") ? report(endpoint) : "ok");
    }
    if (target.path.starts_with(std::string(endpoint) + "/")) {
      const std::string_view check = std::string_view(target.path).substr(endpoint.size() + 1);
      const bool known = std::find(kChecks.begin(), kChecks.end(), check) != kChecks.end();
      return known ? text(200, "ok") : text(404, "404 page not found\n");
    }
  }
  return std::nullopt;
}

}  // namespace sluice::apiserver
