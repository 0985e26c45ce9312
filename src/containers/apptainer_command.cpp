// SPDX-License-Identifier: Apache-2.0
#include "containers/apptainer_command.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>

#include "base/text.h"
#include "base/unique_fd.h"
#include "containers/mounting.h"
#include "containers/program.h"

namespace sluice::containers {
namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// One field of the comma-separated form of --mount.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

void add_mount(std::vector<std::string>& argv, const Mount& mount) {
  argv.push_back("--mount");
  argv.push_back("type=bind," + field("source=" + mount.source.string()) + "," +
                 field("destination=" + mount.target) + (mount.read_only ? ",ro" : ""));
}

bool is_shell_name(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

void add_environment(ApptainerCommand& command, const ApptainerProgram& program,
                     const Launch& launch) {
  const std::string prefix = upper(program.name);
  // Apptainer's own surroundings: what sites set for interactive use must not change a pod.
  command.environment = {"PATH=" + std::string(kUsualPath), prefix + "_NO_EVAL=1"};
  for (const std::string& entry : launch.environment) {
    const std::string name = entry.substr(0, entry.find('='));
    if (is_shell_name(name)) {
      command.environment.push_back(prefix + "ENV_" + entry);
    } else {
      command.notes.push_back("variable \"" + name + "\" is not given: " + program.name +
                              " takes only names of letters, digits and underscores");
    }
  }
}

// Root may be anybody; a user is himself, or root in a namespace of his own.
void add_identity(ApptainerCommand& command, const ApptainerProgram& program, const Launch& launch,
                  uid_t user) {
  const Identity identity = launch.identity.value_or(Identity{});
  if (user == 0 && identity.uid != 0) {
    command.argv.insert(command.argv.end(), {"--security", "uid:" + std::to_string(identity.uid),
                                             "--security", "gid:" + std::to_string(identity.gid)});
  } else if (user == 0) {
    command.argv.push_back("--userns");  // so that further processes can enter it
  } else if (identity.uid == 0 && program.name == "apptainer") {
    command.argv.push_back("--fakeroot");
  } else if (identity.uid != user) {
    command.notes.push_back("runs as user " + std::to_string(user) + ", not " +
                            std::to_string(identity.uid) + ": " + program.name +
                            " runs containers as whoever started it");
  }
}

void add_privileges(ApptainerCommand& command, const Launch& launch, uid_t user) {
  const Privileges& privileges = launch.privileges;
  if (user == 0 && !privileges.add.empty()) {
    command.argv.insert(command.argv.end(), {"--add-caps", join(privileges.add, ",")});
  }
  if (user == 0 && !privileges.drop.empty()) {
    command.argv.insert(command.argv.end(), {"--drop-caps", join(privileges.drop, ",")});
  }
  if (user != 0 && (privileges.privileged || !privileges.add.empty())) {
    command.notes.push_back("added capabilities are not given: Apptainer gives them to root only");
  }
}

}  // namespace

ApptainerCommand apptainer_command(const ApptainerProgram& program, const Sandbox& sandbox,
                                   const Launch& launch, uid_t user) {
  ApptainerCommand command;
  std::vector<std::string>& argv = command.argv;
  argv = {program.path, "--silent",   "exec",
          "--contain",  "--ipc",      "--cleanenv",
          "--no-home",  "--no-mount", "home,tmp,hostfs,cwd,bind-paths",
          "--no-init"};
  if (!sandbox.host_processes && !sandbox.share_processes) {
    argv.emplace_back("--pid");
  }
  if (!sandbox.hostname.empty()) {
    argv.insert(argv.end(), {"--hostname", sandbox.hostname});
  }
  if (!launch.read_only_root) {
    argv.emplace_back("--writable-tmpfs");
  }
  if (launch.privileges.no_new_privileges) {
    argv.emplace_back("--no-privs");
  }
  argv.insert(argv.end(),
              {"--pwd", launch.working_directory.empty() ? "/" : launch.working_directory});
  add_identity(command, program, launch, user);
  add_privileges(command, launch, user);
  for (const Mount& mount : launch.mounts) {
    if (mount.target.starts_with("/dev/") && mount.target != "/dev/shm") {
      command.notes.push_back(mount.target + " is not mounted: " + program.name +
                              " makes /dev itself; choose a path outside of /dev");
    } else {
      add_mount(argv, mount);
    }
  }
  argv.push_back(launch.root.string());
  argv.insert(argv.end(), launch.argv.begin(), launch.argv.end());
  add_environment(command, program, launch);
  return command;
}

bool is_present(const Launch& launch, const std::string& path) {
  const bool mounted = std::any_of(launch.mounts.begin(), launch.mounts.end(), [&](const Mount& m) {
    return path == m.target || path.starts_with(m.target + "/");
  });
  const UniqueFd root(::open(launch.root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return mounted || look_up(root.get(), path).has_value();
}

Result<void> check_program(const Launch& launch) {
  if (launch.argv.empty()) {
    return fail(Code::kInvalid, "no command specified");
  }
  const std::string& name = launch.argv[0];
  if (::access(launch.root.c_str(), X_OK) != 0) {
    return fail(Code::kInvalid, "image root " + launch.root.string() + ": " + cause_of(errno));
  }
  if (name.find('/') != std::string::npos) {
    if (name.front() != '/' || is_present(launch, name)) {
      return {};
    }
    return fail(Code::kInvalid,
                "exec: \"" + name + "\": stat " + name + ": no such file or directory");
  }
  for (const std::string_view directory : split(path_of(launch.environment), ':')) {
    if (!name.empty() && is_present(launch, std::string(directory) + "/" + name)) {
      return {};
    }
  }
  return fail(Code::kInvalid, "exec: \"" + name + "\": executable file not found in $PATH");
}

}  // namespace sluice::containers
