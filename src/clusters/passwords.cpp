// SPDX-License-Identifier: Apache-2.0
#include "clusters/passwords.h"

#include <algorithm>
#include <array>

#include "services/clear_passwords.h"

namespace sluice::clusters {
namespace {

constexpr std::array<std::string_view, 2> kPasswords{"accountingstoragepass", "storagepass"};

bool is_named(std::string_view name) {
  return std::any_of(kPasswords.begin(), kPasswords.end(),
                     [&](std::string_view one) { return slurmconf::same_name(one, name); });
}

}  // namespace

// A path is munge's socket, which slurmctld wants to have said there.
Result<void> refuse_passwords(const slurmconf::Config& config) {
  for (const slurmconf::Line& line : config.lines) {
    if (is_named(line.name()) && !line.value().starts_with('/')) {
      return fail(Code::kInvalid, line.source + ": " + line.name() +
                                      " is a password in the clear; put it into a Secret and name "
                                      "it in spec.accounting.external.passwordSecret");
    }
  }
  return {};
}

Result<void> refuse_passwords_of_file(const std::string& name, std::string_view text) {
  if (const std::string key = services::password_in_file(name, text); !key.empty()) {
    return fail(Code::kInvalid,
                "spec.files." + name + ": " + key +
                    " is a password in the clear, where many may read it; leave it out here, "
                    "and have who needs it run beside slurmd with a Secret (secretFiles of "
                    "spec.compute.services)");
  }
  return {};
}

Result<void> refuse_passwords_of_services(const Cluster& cluster) {
  const json::Value slurmd = cluster.compute ? cluster.compute->slurmd : json::Value();
  for (const auto& [name, value] : slurmd.at("environment").as_object()) {
    if (services::is_password(name, value.as_string())) {
      return fail(Code::kInvalid, "spec.compute.slurmd: environment." + name +
                                      " is a password in the clear; have a service of "
                                      "spec.compute.services bring it, with secretFiles");
    }
  }
  return cluster.compute
             ? services::refuse_passwords_in(cluster.compute->services, "spec.compute.services")
             : Result<void>();
}

}  // namespace sluice::clusters
