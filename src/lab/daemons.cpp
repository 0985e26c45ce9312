// SPDX-License-Identifier: Apache-2.0
#include "lab/daemons.h"

#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"
#include "lab/leftovers.h"
#include "lab/ports.h"

namespace sluice::lab {
namespace {

constexpr std::string_view kSlurmd = "slurmd-";
constexpr int kFirstMajorWithDynamicPort = 24;
// slurmrestd does not run as SlurmUser; from here on it cannot be told to do so all the same.
constexpr int kFirstMajorWithStrictRest = 26;

std::vector<std::string> munged(const Layout& layout) {
  const std::string dir = layout.munge().string();
  // --force: a private directory above ours only earns a warning.
  return {"--foreground",
          "--force",
          "--key-file=" + dir + "/key",
          "--socket=" + layout.munge_socket().string(),
          "--pid-file=" + dir + "/pid",
          "--log-file=" + layout.log("munged-own").string(),
          "--seed-file=" + dir + "/seed",
          "--num-threads=4"};
}

std::vector<std::string> mariadbd(const Setting& setting) {
  const Layout& layout = setting.layout;
  std::vector<std::string> arguments{"--no-defaults",
                                     "--datadir=" + layout.sql().string() + "/data",
                                     "--socket=" + layout.sql_socket().string(),
                                     "--pid-file=" + layout.run().string() + "/mariadbd.pid",
                                     "--port=" + std::to_string(setting.state.port("mariadbd")),
                                     "--bind-address=127.0.0.1",
                                     "--innodb-buffer-pool-size=128M",
                                     "--innodb-log-file-size=64M",
                                     "--innodb-lock-wait-timeout=900",
                                     "--innodb-flush-log-at-trx-commit=0",
                                     "--skip-name-resolve",
                                     "--skip-log-bin",
                                     "--tmpdir=" + layout.dir.string() + "/tmp"};
  if (::geteuid() == 0) {
    arguments.emplace_back("--user=root");
  }
  return arguments;
}

std::vector<std::string> slurmd(const Setting& setting, std::string_view node) {
  std::vector<std::string> arguments{"-D", "-N", std::string(node), "-f",
                                     setting.layout.slurm_conf().string()};
  if (setting.state.options.dynamic) {
    std::string properties = node_properties(setting.state.options);
    if (!uses_shim(setting)) {
      properties += " Port=" + std::to_string(setting.state.port("slurmd-" + std::string(node)));
    }
    arguments.insert(arguments.end(), {"-Z", "--conf", properties});
  }
  return arguments;
}

// Without slurmdbd only the slurmctld half of the API may be loaded: slurmrestd dies otherwise.
std::vector<std::string> slurmrestd(const Setting& setting) {
  std::vector<std::string> arguments{"-a", "rest_auth/jwt"};
  if (!setting.state.options.accounting) {
    const bool new_names = setting.installation.major() >= 24;
    arguments.insert(
        arguments.end(),
        {"-s", new_names ? "slurmctld" : "openapi/v0.0.38,openapi/v0.0.37,openapi/v0.0.36"});
  }
  arguments.push_back("127.0.0.1:" + std::to_string(setting.state.port("slurmrestd")));
  return arguments;
}

std::string last_lines(const std::filesystem::path& log) {
  const auto text = read_file(log);
  if (!text) {
    return "";
  }
  constexpr std::size_t kShown = 800;
  const std::size_t from = text->size() > kShown ? text->find('\n', text->size() - kShown) : 0;
  return from == std::string::npos ? "" : "\n" + std::string(trim(text->substr(from)));
}

bool answers(const Setting& setting, std::string_view daemon) {
  if (daemon == "munged") {
    return accepts(setting.layout.munge_socket());
  }
  if (daemon == "mariadbd") {
    return accepts(setting.layout.sql_socket());
  }
  return accepts(daemon_address(setting, daemon), daemon_port(setting.state, daemon));
}

}  // namespace

bool uses_shim(const Setting& setting) {
  return setting.state.options.dynamic && setting.installation.major() < kFirstMajorWithDynamicPort;
}

std::vector<std::string> daemon_names(const LabOptions& options) {
  std::vector<std::string> names{"munged"};
  if (options.accounting) {
    names.insert(names.end(), {"mariadbd", "slurmdbd"});
  }
  names.emplace_back("slurmctld");
  for (std::int64_t i = 1; i <= options.nodes; ++i) {
    names.push_back(std::string(kSlurmd) + node_name(i));
  }
  if (options.rest) {
    names.emplace_back("slurmrestd");
  }
  if (options.ssh) {
    names.emplace_back("sshd");
  }
  return names;
}

std::int64_t daemon_port(const State& state, std::string_view daemon) {
  const std::int64_t own = state.port(daemon);
  return own == 0 && daemon.starts_with(kSlurmd) ? state.port("slurmd") : own;
}

std::string daemon_address(const Setting& setting, std::string_view daemon) {
  if (!daemon.starts_with(kSlurmd) || !uses_shim(setting)) {
    return "127.0.0.1";
  }
  const std::int64_t index = parse_int(daemon.substr(kSlurmd.size() + 1)).value_or(1) + 1;
  return "127.0." + std::to_string(1 + index / 250) + "." + std::to_string(1 + index % 250);
}

std::vector<std::pair<std::string, std::string>> lab_environment(const Setting& setting) {
  auto environment = setting.installation.environment();
  environment.emplace_back("HOME", setting.machine.home);
  environment.emplace_back("SLURM_CONF", setting.layout.slurm_conf().string());
  environment.emplace_back(kMemberVariable, setting.layout.dir.string());
  return environment;
}

Result<DaemonCommand> daemon_command(const Setting& setting, std::string_view daemon) {
  DaemonCommand command{.environment = lab_environment(setting),
                        .directory = setting.layout.run(),
                        .log = setting.layout.log(std::string(daemon) + "-output")};
  std::vector<std::string> arguments;
  std::string_view program = daemon;
  bool strict_rest = false;
  if (daemon == "munged") {
    arguments = munged(setting.layout);
  } else if (daemon == "mariadbd") {
    arguments = mariadbd(setting);
  } else if (daemon == "slurmdbd") {
    arguments = {"-D"};
  } else if (daemon == "slurmctld") {
    arguments = {"-D", "-i"};
  } else if (daemon == "slurmrestd") {
    arguments = slurmrestd(setting);
    strict_rest = setting.installation.major() >= kFirstMajorWithStrictRest;
    if (!strict_rest) {
      command.environment.emplace_back("SLURMRESTD_SECURITY", "disable_user_check");
    }
    command.environment.emplace_back("SLURM_JWT", "daemon");
  } else if (daemon == "sshd") {
    arguments = {"-D", "-e", "-f", (setting.layout.ssh() / "sshd_config").string()};
  } else if (daemon.starts_with(kSlurmd)) {
    program = "slurmd";
    arguments = slurmd(setting, daemon.substr(kSlurmd.size()));
    if (uses_shim(setting)) {
      command.environment.emplace_back("LD_PRELOAD", setting.programs.shim.string());
      command.environment.emplace_back("SLUICE_NODE_IP", daemon_address(setting, daemon));
    }
  } else {
    return fail(Code::kNotFound, "a lab has no daemon \"" + std::string(daemon) + "\"");
  }
  command.argv = setting.installation.argv(program, arguments, strict_rest);
  return command;
}

Result<void> launch(Setting& setting, std::string_view daemon) {
  TRY_ASSIGN(const DaemonCommand command, daemon_command(setting, daemon));
  TRY_ASSIGN(const ProcessId process, start_detached(command));
  setting.state.daemons[std::string(daemon)] = process;
  return save_state(setting.layout, setting.state);
}

Result<void> await_answer(const Setting& setting, std::string_view daemon) {
  const auto found = setting.state.daemons.find(daemon);
  CHECK(found != setting.state.daemons.end());
  bool died = false;
  const bool answered = wait_until(std::chrono::seconds(60), [&] {
    died = !is_running(found->second);
    return died || answers(setting, daemon);
  });
  if (died || !answered) {
    return fail(Code::kUnavailable,
                std::string(daemon) + (died ? " ended at once" : " does not answer") + ":" +
                    last_lines(setting.layout.log(daemon)) +
                    last_lines(setting.layout.log(std::string(daemon) + "-output")));
  }
  return {};
}

}  // namespace sluice::lab
