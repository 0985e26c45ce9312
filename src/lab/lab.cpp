// SPDX-License-Identifier: Apache-2.0
// A lab's life: `up` writes the state file (ready=0) before the first daemon and again after each
// one, so that whatever kills us, `down` knows what was started; ready=1 only when a job has run.
#include "lab/lab.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>

#include <algorithm>

#include "base/files.h"
#include "base/unique_fd.h"
#include "base/waiting.h"
#include "lab/daemons.h"
#include "lab/leftovers.h"
#include "lab/ports.h"
#include "lab/preparation.h"
#include "lab/readiness.h"
#include "lab/state.h"
#include "lab/tree.h"

namespace sluice::lab {
namespace {

// Held while a command works on the directory; the kernel releases it when we die.
Result<UniqueFd> lock_directory(const Layout& layout) {
  TRY(make_directory(layout.dir, 0755));
  UniqueFd fd(::open(layout.lock_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!fd.valid()) {
    return tl::unexpected(errno_error("opening " + layout.lock_file().string()));
  }
  if (::flock(fd.get(), LOCK_EX) != 0) {
    return tl::unexpected(errno_error("locking " + layout.lock_file().string()));
  }
  return fd;
}

Membership membership(const Layout& layout) {
  Membership result{layout.dir.string(), cluster_name(layout), {}};
  if (const auto state = load_state(layout)) {
    for (const auto& [name, process] : state->daemons) {
      result.recorded.push_back(process);
    }
  }
  return result;
}

bool runs(const State& state, std::string_view daemon) {
  const auto found = state.daemons.find(daemon);
  return found != state.daemons.end() && is_running(found->second);
}

Result<void> check(const LabOptions& options, const Layout& layout) {
  const auto between = [](std::string_view name, std::int64_t value, std::int64_t low,
                          std::int64_t high) -> Result<void> {
    if (value < low || value > high) {
      return fail(Code::kInvalid, std::string(name) + ": expected " + std::to_string(low) + " to " +
                                      std::to_string(high) + ", got " + std::to_string(value));
    }
    return {};
  };
  TRY(between("nodes", options.nodes, 1, 4000));
  TRY(between("cpus", options.cpus, 1, 1024));
  TRY(between("memory", options.memory_mib, 64, 64'000'000));
  TRY(parse_gres(options.gres));
  if (is_tree(options.slurm_root) && !is_visible_inside(layout.dir)) {
    return fail(Code::kInvalid, "lab directory " + layout.dir.string() + " is hidden inside " +
                                    options.slurm_root +
                                    "; choose another --dir, such as below /tmp");
  }
  return {};
}

Result<void> check_shim(const Setting& setting) {
  const std::filesystem::path& shim = setting.programs.shim;
  if (uses_shim(setting) && !std::filesystem::exists(shim)) {
    return fail(Code::kNotFound, "dynamic nodes need sluice-nodeip.so beside the program: " +
                                     shim.string() + " does not exist");
  }
  return {};
}

bool is_slurmd(std::string_view daemon) {
  return daemon.starts_with("slurmd-");
}

Result<void> choose_ports(Setting& setting) {
  std::vector<std::string> names{"slurmd"};
  for (const std::string& daemon : daemon_names(setting.state.options)) {
    if (daemon != "munged" && !(is_slurmd(daemon) && uses_shim(setting))) {
      names.push_back(daemon);
    }
  }
  TRY_ASSIGN(const auto ports, free_ports(std::ssize(names)));
  for (std::size_t i = 0; i < names.size(); ++i) {
    setting.state.ports[names[i]] = ports[i];
  }
  return {};
}

// Starts what does not run, in order; slurmds together.
Result<void> start_missing(Setting& setting, const Progress& progress) {
  std::vector<std::string> started;
  for (const std::string& daemon : daemon_names(setting.state.options)) {
    if (runs(setting.state, daemon)) {
      continue;
    }
    TRY(launch(setting, daemon));
    if (is_slurmd(daemon)) {
      started.push_back(daemon);
      continue;
    }
    TRY(await_answer(setting, daemon));
    if (daemon == "mariadbd") {
      TRY(prepare_database(setting));
    }
    progress(daemon + " ready");
  }
  for (const std::string& daemon : started) {
    TRY(await_answer(setting, daemon));
  }
  if (!started.empty()) {
    progress(std::to_string(started.size()) + " slurmd ready");
  }
  TRY(await_first_job(setting));
  progress("a job has run");
  setting.state.ready = true;
  return save_state(setting.layout, setting.state);
}

Result<Setting> load_setting(const Layout& layout, const OwnPrograms& programs) {
  TRY_ASSIGN(State state, load_state(layout));
  TRY_ASSIGN(Installation installation,
             Installation::find(state.options, {programs.sluice, layout.bin()}));
  return Setting{layout, std::move(state), std::move(installation), this_machine(), programs};
}

Result<void> start_fresh(const Layout& layout, const LabOptions& options,
                         const OwnPrograms& programs, const Progress& progress) {
  TRY_ASSIGN(Installation installation,
             Installation::find(options, {programs.sluice, layout.bin()}));
  Setting setting{layout, State{.options = options, .cluster = cluster_name(layout)},
                  std::move(installation), this_machine(), programs};
  TRY(check_shim(setting));
  TRY(make_fresh_tree(layout));
  TRY(choose_ports(setting));
  TRY(save_state(layout, setting.state));
  progress("Slurm " + setting.installation.version() + " in " + layout.dir.string());
  TRY(prepare_files(setting));
  return start_missing(setting, progress);
}

// Nothing of it runs, or its `up` did not come to an end.
bool is_worth_keeping(const State& state) {
  return state.ready && std::any_of(state.daemons.begin(), state.daemons.end(),
                                    [](const auto& d) { return is_running(d.second); });
}

}  // namespace

Lab::Lab(std::filesystem::path directory, OwnPrograms programs)
    : directory_(std::move(directory)), programs_(std::move(programs)) {
  if (const auto layout = layout_of(directory_)) {
    directory_ = layout->dir;
  }
}

std::filesystem::path Lab::slurm_conf() const {
  return Layout{directory_}.slurm_conf();
}
std::filesystem::path Lab::env_file() const {
  return Layout{directory_}.env_file();
}

Result<void> Lab::up(const LabOptions& options, const Progress& progress) {
  const Progress tell = progress ? progress : [](std::string_view) {};
  TRY_ASSIGN(const Layout layout, layout_of(directory_));
  TRY(check(options, layout));
  TRY_ASSIGN(const UniqueFd lock, lock_directory(layout));
  const auto state = load_state(layout);
  if (state && is_worth_keeping(*state)) {
    if (!(state->options == options)) {
      return fail(Code::kAlreadyExists, "a lab with other options runs in " + layout.dir.string() +
                                            "; stop it first with `sluice lab down`");
    }
    TRY_ASSIGN(const LabStatus now, status());
    if (now.running) {
      tell("the lab in " + layout.dir.string() + " is running already");
      return {};
    }
    TRY_ASSIGN(Setting setting, load_setting(layout, programs_));
    return start_missing(setting, tell);
  }
  TRY(kill_members(membership(layout)));
  Result<void> started = start_fresh(layout, options, programs_, tell);
  if (!started) {
    (void)kill_members(membership(layout));
  }
  return started;
}

Result<void> Lab::down(const Progress& progress) {
  const Progress tell = progress ? progress : [](std::string_view) {};
  TRY_ASSIGN(const Layout layout, layout_of(directory_));
  UniqueFd lock;
  if (std::filesystem::exists(layout.dir)) {
    TRY_ASSIGN(lock, lock_directory(layout));
  }
  const auto state = load_state(layout);
  TRY_ASSIGN(const int killed, kill_members(membership(layout)));
  if (state) {
    State stopped = *state;
    stopped.ready = false;
    stopped.daemons.clear();
    TRY(save_state(layout, stopped));
  }
  tell(killed == 0 ? "no process of a lab in " + layout.dir.string()
                   : "stopped " + std::to_string(killed) + " processes");
  return {};
}

Result<LabStatus> Lab::status() const {
  TRY_ASSIGN(const Layout layout, layout_of(directory_));
  TRY_ASSIGN(const State state, load_state(layout));
  LabStatus result{.running = true, .options = state.options};
  for (const std::string& daemon : daemon_names(state.options)) {
    const auto found = state.daemons.find(daemon);
    const bool running = runs(state, daemon);
    result.running = result.running && running;
    result.daemons.push_back({daemon, found == state.daemons.end() ? 0 : found->second.pid, running,
                              daemon_port(state, daemon)});
  }
  return result;
}

Result<void> Lab::start(std::string_view daemon) {
  TRY_ASSIGN(const Layout layout, layout_of(directory_));
  TRY_ASSIGN(const UniqueFd lock, lock_directory(layout));
  TRY_ASSIGN(Setting setting, load_setting(layout, programs_));
  const auto names = daemon_names(setting.state.options);
  if (std::find(names.begin(), names.end(), daemon) == names.end()) {
    return fail(Code::kNotFound, "this lab has no daemon \"" + std::string(daemon) + "\"");
  }
  if (!setting.state.ready) {
    return fail(Code::kUnavailable,
                "the lab in " + layout.dir.string() + " is stopped; start it with `sluice lab up`");
  }
  if (!runs(setting.state, daemon)) {
    TRY(launch(setting, daemon));
  }
  return await_answer(setting, daemon);
}

Result<void> Lab::stop(std::string_view daemon) {
  return end(daemon, SIGTERM);
}
Result<void> Lab::kill(std::string_view daemon) {
  return end(daemon, SIGKILL);
}

Result<void> Lab::end(std::string_view daemon, int signal_number) {
  TRY_ASSIGN(const Layout layout, layout_of(directory_));
  TRY_ASSIGN(const UniqueFd lock, lock_directory(layout));
  TRY_ASSIGN(const State state, load_state(layout));
  const auto found = state.daemons.find(daemon);
  if (found == state.daemons.end()) {
    return fail(Code::kNotFound,
                "no daemon \"" + std::string(daemon) + "\" was started in " + layout.dir.string());
  }
  send_signal(found->second, signal_number);
  const bool gone =
      wait_until(std::chrono::seconds(30), [&] { return !is_running(found->second); });
  if (!gone) {
    return fail(Code::kTimeout, std::string(daemon) + " does not end");
  }
  return {};
}

}  // namespace sluice::lab
