// SPDX-License-Identifier: Apache-2.0
#include "lab/preparation.h"

#include <unistd.h>

#include "base/command.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

Result<void> run_program(const Setting& setting, std::string_view program,
                         const std::vector<std::string>& arguments, std::string input = "") {
  ProcessRunner runner;
  const Command command{.argv = setting.installation.argv(program, arguments),
                        .input = std::move(input),
                        .environment = lab_environment(setting),
                        .timeout = std::chrono::seconds(120)};
  TRY_ASSIGN(const CommandOutput output, runner.run(command));
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, std::string(program) + " failed: " +
                                        std::string(trim(output.err + "\n" + output.out)));
  }
  return {};
}

fs::path password_file(const Layout& layout) {
  return layout.sql() / "password";
}

Result<void> prepare_accounting(const Setting& setting) {
  const Layout& layout = setting.layout;
  const std::string password = random_hex(32);
  TRY(write_file_replacing(password_file(layout), password, 0600));
  TRY(write_file_replacing(layout.slurmdbd_conf(),
                           slurmdbd_conf_text(layout, setting.state, setting.machine, password),
                           0600));
  return run_program(setting, "mariadb-install-db",
                     {"--no-defaults", "--auth-root-authentication-method=normal",
                      "--datadir=" + layout.sql().string() + "/data", "--skip-test-db",
                      "--tmpdir=" + layout.dir.string() + "/tmp"});
}

// Where a login finds Slurm's commands: wrappers, a prefix, or the system's.
std::string path_for_people(const Setting& setting) {
  return setting.installation.environment().front().second;
}

std::string sshd_config(const Setting& setting) {
  const std::string dir = setting.layout.ssh().string();
  // With PAM, root may log in although her password is locked; an ordinary user's sshd cannot use
  // it. Both accept the one key below and nothing else.
  return "ListenAddress 127.0.0.1\nPort " + std::to_string(setting.state.port("sshd")) +
         "\nHostKey " + dir + "/host_key\nPidFile " + dir + "/sshd.pid\nAuthorizedKeysFile " + dir +
         "/authorized_keys\nUsePAM " + (::geteuid() == 0 ? "yes" : "no") +
         "\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n"
         "AllowUsers " +
         setting.machine.user +
         "\nStrictModes no\nMaxStartups 100\nPrintMotd no\nSubsystem sftp internal-sftp\n"
         "SetEnv SLURM_CONF=" +
         setting.layout.slurm_conf().string() + " PATH=" + path_for_people(setting) + "\n";
}

Result<void> prepare_ssh(const Setting& setting) {
  const fs::path dir = setting.layout.ssh();
  if (::geteuid() == 0) {
    TRY(make_directory("/run/sshd", 0755));  // sshd's privilege separation insists on it
  }
  for (const char* key : {"host_key", "user_key"}) {
    TRY(run_program(setting, "ssh-keygen",
                    {"-q", "-t", "ed25519", "-N", "", "-C", "lab", "-f", (dir / key).string()}));
  }
  TRY_ASSIGN(const std::string host_key, read_file(dir / "host_key.pub"));
  TRY_ASSIGN(const std::string user_key, read_file(dir / "user_key.pub"));
  TRY(write_file_replacing(dir / "authorized_keys", user_key, 0600));
  TRY(write_file_replacing(
      dir / "known_hosts",
      "[127.0.0.1]:" + std::to_string(setting.state.port("sshd")) + " " + host_key, 0600));
  return write_file_replacing(dir / "sshd_config", sshd_config(setting), 0600);
}

}  // namespace

Result<void> prepare_files(const Setting& setting) {
  const Layout& layout = setting.layout;
  TRY(write_file_replacing(layout.munge() / "key", random_bytes(128), 0600));
  TRY(write_file_replacing(layout.jwt_key(), random_bytes(32), 0600));
  TRY(write_file_replacing(layout.slurm_conf(),
                           slurm_conf_text(layout, setting.state, setting.machine), 0644));
  if (!setting.state.options.gres.empty()) {
    TRY_ASSIGN(const auto gres, parse_gres(setting.state.options.gres));
    for (std::int64_t i = 0; i < gpu_count(gres); ++i) {
      TRY(write_file_replacing(layout.devices() / ("gpu" + std::to_string(i)), "", 0644));
    }
    TRY(write_file_replacing(layout.gres_conf(), gres_conf_text(gres, layout.devices()), 0644));
  }
  for (const auto& [name, script] : setting.installation.wrappers()) {
    TRY(write_file_replacing(layout.bin() / name, script, 0755));
  }
  for (std::int64_t i = 1; i <= setting.state.options.nodes; ++i) {
    TRY(make_directory(layout.dir / "spool" / node_name(i), 0755));
  }
  if (setting.state.options.accounting) {
    TRY(prepare_accounting(setting));
  }
  if (setting.state.options.ssh) {
    TRY(prepare_ssh(setting));
  }
  return write_file_replacing(layout.env_file(), env_text(setting), 0644);
}

Result<void> prepare_database(const Setting& setting) {
  TRY_ASSIGN(const std::string password, read_file(password_file(setting.layout)));
  return run_program(setting, "mariadb",
                     {"--no-defaults", "-uroot", "-S", setting.layout.sql_socket().string()},
                     "create user if not exists slurm@'127.0.0.1' identified by '" + password +
                         "'; grant all on slurm_acct_db.* to slurm@'127.0.0.1';\n");
}

std::string env_text(const Setting& setting) {
  std::string text = "# Source this file to use the Slurm in this directory.\n";
  const auto set = [&](const std::string& name, const std::string& value) {
    text += "export " + name + "=" + shell_quote(value) + "\n";
  };
  const Layout& layout = setting.layout;
  const auto additions = setting.installation.path_additions();
  if (!additions.empty()) {
    text += "export PATH=" + shell_quote(join(additions, ":")) + ":\"$PATH\"\n";
  }
  set("SLURM_CONF", layout.slurm_conf().string());
  set("SLUICE_LAB_DIR", layout.dir.string());
  if (setting.state.options.ssh) {
    set("SLUICE_LAB_SSH_HOST", "127.0.0.1");
    set("SLUICE_LAB_SSH_PORT", std::to_string(setting.state.port("sshd")));
    set("SLUICE_LAB_SSH_USER", setting.machine.user);
    set("SLUICE_LAB_SSH_KEY", (layout.ssh() / "user_key").string());
    set("SLUICE_LAB_SSH_KNOWN_HOSTS", (layout.ssh() / "known_hosts").string());
  }
  if (setting.state.options.rest) {
    set("SLUICE_LAB_REST_URL",
        "http://127.0.0.1:" + std::to_string(setting.state.port("slurmrestd")));
  }
  return text;
}

}  // namespace sluice::lab
