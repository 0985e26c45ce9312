// SPDX-License-Identifier: Apache-2.0
#include "apiserver/health.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "api/version.h"
#include "base/go_text.h"

namespace sluice::apiserver {

namespace {

constexpr std::array<std::string_view, 3> kEndpoints = {"/healthz", "/livez", "/readyz"};

struct Check {
  std::string_view name;
  Result<void> outcome;
};
using Checks = std::array<Check, 2>;

http::Response text(int status, std::string body) {
  http::Response response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(body);
  return response;
}

// The checks that do not count this time.
std::set<std::string> excluded(const http::Target& target) {
  std::set<std::string> names;
  for (const auto& [name, value] : target.query) {
    if (name == "exclude") {
      names.insert(value);
    }
  }
  return names;
}

std::string warning(const std::set<std::string>& unknown) {
  std::string names;
  for (const std::string& name : unknown) {
    names += (names.empty() ? "" : ",") + go_quoted(name);
  }
  return "warn: some health checks cannot be excluded: no matches for " + names + "\n";
}

http::Response report(std::string_view endpoint, const Checks& checks, const http::Target& target) {
  std::set<std::string> left_out = excluded(target);
  const bool verbose = target.find("verbose").has_value();
  std::string lines;
  bool passed = true;
  for (const Check& check : checks) {
    const std::string name(check.name);
    if (left_out.erase(name) != 0) {
      lines += "[+]" + name + " excluded: ok\n";
      continue;
    }
    const bool ok = check.outcome.has_value();
    lines += (ok ? "[+]" : "[-]") + name + (ok ? " ok\n" : " failed: reason withheld\n");
    passed = passed && ok;
  }
  if (!left_out.empty()) {
    lines += warning(left_out);
  }
  lines += std::string(endpoint.substr(1)) + (passed ? " check passed\n" : " check failed\n");
  return passed ? text(200, verbose ? lines : "ok") : text(500, lines);
}

http::Response report(std::string_view name, const Checks& checks) {
  const auto* const check = std::find_if(
      checks.begin(), checks.end(), [&](const Check& known) { return known.name == name; });
  if (check == checks.end()) {
    return text(404, "404 page not found\n");
  }
  return check->outcome
             ? text(200, "ok")
             : text(500, "internal server error: " + check->outcome.error().message + "\n");
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

std::optional<http::Response> health_response(const http::Target& target,
                                              const Result<void>& store) {
  for (const std::string_view endpoint : kEndpoints) {
    const Checks checks{{{"ping", {}}, {"store", store}}};
    if (target.path == endpoint) {
      return report(endpoint, checks, target);
    }
    if (target.path.starts_with(std::string(endpoint) + "/")) {
      return report(std::string_view(target.path).substr(endpoint.size() + 1), checks);
    }
  }
  return std::nullopt;
}

}  // namespace sluice::apiserver
