// SPDX-License-Identifier: Apache-2.0
#include "cmd/site.h"

#include <system_error>

#include "base/files.h"
#include "cmd/variable.h"

namespace sluice::cmd {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<fs::path> own_binary() {
  std::error_code error;
  fs::path binary = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    return fail(Code::kInternal, "cannot find this program's own file: " + error.message());
  }
  return binary;
}

fs::path installed_file(const std::string& name) {
  const auto binary = own_binary();
  if (!binary) {
    return name;
  }
  fs::path beside = binary->parent_path() / name;
  std::error_code error;
  if (fs::exists(beside, error)) {
    return beside;
  }
  return binary->parent_path().parent_path() / "lib/sluice" / name;
}

Result<slurm::ConnectOptions> slurm_options(const std::string& slurm_conf, const std::string& way,
                                            const std::string& token_file) {
  slurm::ConnectOptions options{
      .slurm_conf = slurm_conf.empty() ? variable("SLURM_CONF") : slurm_conf,
      .module_path = installed_file("sluice-slurm.so"),
      .rest = {.token = variable("SLURM_JWT"), .token_file = token_file}};
  TRY(slurm::set_way(options, way));
  return options;
}

http::ProxySettings proxy_settings() {
  const auto either = [](const char* upper, const char* lower) {
    std::string value = variable(upper);
    return value.empty() ? variable(lower) : value;
  };
  return {.http = either("HTTP_PROXY", "http_proxy"),
          .https = either("HTTPS_PROXY", "https_proxy"),
          .none = either("NO_PROXY", "no_proxy")};
}

std::vector<std::pair<std::string, std::string>> job_environment() {
  std::vector<std::pair<std::string, std::string>> environment;
  for (const char* name : {"PATH", "HOME", "USER", "LOGNAME", "LANG", "SLURM_CONF"}) {
    if (std::string value = variable(name); !value.empty()) {
      environment.emplace_back(name, std::move(value));
    }
  }
  return environment;
}

}  // namespace sluice::cmd
