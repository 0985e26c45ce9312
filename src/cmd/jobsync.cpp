// SPDX-License-Identifier: Apache-2.0
//
// `sluice jobsync`: who is ready on this machine, for services that somebody else starts.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/files.h"
#include "base/waiting.h"
#include "cmd/console.h"
#include "cmd/service.h"
#include "cmd/subcommand.h"
#include "cmd/table.h"
#include "http/sockets.h"
#include "http/url.h"
#include "json/text.h"
#include "json/value.h"
#include "services/holder.h"
#include "services/launch.h"
#include "services/run_directory.h"

namespace sluice::cmd {
namespace {

using services::Record;
using services::State;

constexpr Duration kLook = std::chrono::milliseconds(100);
// Who waits for an address knocks less often after a while: a site may have thousands of machines.
constexpr Duration kImpatience = std::chrono::seconds(30);
constexpr Duration kPatientKnock = std::chrono::seconds(1);
constexpr Duration kKnockTimeout = std::chrono::seconds(1);

struct Options {
  std::string run_directory = "/run/sluice/services";
  std::string service;
  std::vector<std::string> needs_ready;
  std::vector<std::string> needs_files;
  std::vector<std::string> needs_open;
  std::int64_t timeout = 0;
  std::int64_t pid = 0;
  std::string user;
  bool own_cgroup = false;
  bool may_end = false;
  bool stay = false;
  std::string output = "table";
  std::vector<std::string> rest;  // the verb, then the probe
};

Usage usage(Options& o) {
  return Usage{
      .synopsis =
          "sluice jobsync wait|exec|ready|hold|removing|removed|status [options] [-- COMMAND]",
      .summary =
          "Start gates for the services of one machine, whoever starts them: Nomad, systemd, "
          "scripts.\n"
          "  wait      returns when those named by --for are ready, the files are there, and one "
          "of the\n"
          "            addresses answers\n"
          "  exec      waits likewise, then becomes COMMAND, whose life is that of --service from "
          "now "
          "on;\n"
          "            with --may-end until that has ended, and then its exit code's\n"
          "  ready     says that --service is, once COMMAND succeeds; for as long as --pid lives\n"
          "  hold      stays beside the service: ready while those it needs are and COMMAND "
          "succeeds,\n"
          "            gated again when one of them was started anew, absent when told to stop\n"
          "  removing  says that it is about to stop; removed: that it is gone\n"
          "  status    what is known: deploying, ready, removing, absent or failed, and the epoch\n"
          "What a process said holds until it ends or the machine starts again.",
      .options =
          {{"run-dir", "DIR", "where the machine's services say how they are", &o.run_directory},
           {"service", "NAME", "whom it is about", &o.service},
           {"for", "NAME", "a service that must be ready; may be given again", &o.needs_ready},
           {"file", "PATH", "a file that must be there; may be given again", &o.needs_files},
           {"open", "HOST:PORT",
            "with wait and exec: an address that must answer; of several, one of them",
            &o.needs_open},
           {"timeout", "SECONDS", "give up waiting after that; 0: never", &o.timeout},
           {"pid", "PID", "with ready: the process that is the service", &o.pid},
           {"user", "NAME", "with exec: who shall run it", &o.user},
           {"own-cgroup", "", "with exec: leave the group of whoever started us", &o.own_cgroup},
           {"may-end", "",
            "with exec: COMMAND may end; --service is ready from then on when its exit code is 0, "
            "else failed",
            &o.may_end},
           {"stay", "", "with --may-end: go on until told to stop when it has ended well", &o.stay},
           {"output", "FORM", "of status: table or json", &o.output}},
      .examples =
          "  sluice jobsync wait --for munge --file /etc/munge/munge.key --timeout 300\n"
          "  sluice jobsync hold --service munge -- sh -c 'munge -n | unmunge'\n"
          "  sluice jobsync status"};
}

Error timed_out(const std::string& why) {
  return {Code::kTimeout, "still " + (why.empty() ? "not ready" : why)};
}

// Looks until `look` answers nothing more to wait for; `why` is what it says meanwhile.
template <class Look>
Result<void> wait_for(std::int64_t timeout, Look look) {
  RealClock clock;
  const SteadyTime deadline = clock.steady() + std::chrono::seconds(timeout);
  std::string said;
  while (true) {
    TRY_ASSIGN(const std::string why, look());
    if (why.empty()) {
      return {};
    }
    if (why != said) {
      std::cerr << why << std::endl;
      said = why;
    }
    if (timeout > 0 && clock.steady() >= deadline) {
      return tl::unexpected(timed_out(why));
    }
    pause(clock, kLook);
  }
}

// Whether one of some addresses answers; none is as good as one that does.
class Doors {
 public:
  static Result<Doors> parse(const std::vector<std::string>& addresses) {
    Doors doors;
    for (const std::string& address : addresses) {
      TRY_ASSIGN(doors.doors_.emplace_back(), http::parse_host_port(address, 0));
      if (doors.doors_.back().port == 0) {
        return fail(Code::kInvalid, "--open: \"" + address + "\": expected host:port");
      }
      doors.names_ += (doors.names_.empty() ? "" : " or ") + address;
    }
    return doors;
  }

  // Empty, or what it waits for.
  std::string knock() {
    const SteadyTime now = clock_.steady();
    first_ = first_ == SteadyTime{} ? now : first_;
    if (now >= next_) {
      next_ = now + (now - first_ < kImpatience ? Duration(0) : kPatientKnock);
      answers_ = doors_.empty() || std::any_of(doors_.begin(), doors_.end(), [&](const auto& door) {
                   return http::connect_to(door.host, door.port, clock_.steady() + kKnockTimeout)
                       .has_value();
                 });
    }
    return answers_ ? "" : "waits for " + names_ + " to answer";
  }

 private:
  RealClock clock_;
  std::vector<http::HostPort> doors_;
  std::string names_;
  SteadyTime first_ = {};
  SteadyTime next_ = {};
  bool answers_ = false;
};

Result<void> wait(const Options& options, const services::RunDirectory& directory) {
  services::Epochs passed;
  TRY_ASSIGN(Doors doors, Doors::parse(options.needs_open));
  return wait_for(options.timeout, [&]() -> Result<std::string> {
    TRY_ASSIGN(std::string why,
               services::missing(directory, options.needs_ready, options.needs_files, passed));
    if (why.empty()) {
      why = doors.knock();
    }
    if (!why.empty() && !options.service.empty()) {
      TRY(directory.become({.service = options.service,
                            .state = State::kDeploying,
                            .holder = process_id(::getpid()),
                            .why = why}));
    }
    return why;
  });
}

std::string end_of(int status) {
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "exit code " + std::to_string(WEXITSTATUS(status));
}

// Whatever becomes of those it needed, what it did is done: its record is bound to no process, and
// to none that it waited for. What ends otherwise is started again by whoever started us, or not.
Result<void> run_to_its_end(const Options& options, const services::RunDirectory& directory,
                            const std::vector<std::string>& command) {
  sigset_t signals = block_stop_signals();
  ::sigaddset(&signals, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  TRY_ASSIGN(const pid_t child, services::start_child(command, options.user));
  bool told = false;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (const int signal = ::sigwaitinfo(&signals, nullptr); signal > 0 && signal != SIGCHLD) {
      told = true;
      ::kill(child, SIGTERM);
    }
  }
  const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!told && !well) {
    const std::string why = end_of(status);
    TRY(directory.become(
        {.service = options.service, .state = State::kFailed, .main = true, .why = why}));
    return fail(Code::kUnavailable, command.front() + ": " + why);
  }
  if (!told) {
    TRY(directory.become({.service = options.service, .state = State::kReady, .main = true}));
    if (!options.stay) {
      return {};
    }
    while (::sigwaitinfo(&signals, nullptr) == SIGCHLD) {
    }
  }
  TRY_ASSIGN(const Record last, directory.look(options.service));
  if (last.main) {  // whoever told us may have said already that it is gone
    TRY(directory.become({.service = options.service,
                          .state = State::kRemoving,
                          .holder = process_id(::getpid()),
                          .main = true}));
  }
  return {};
}

// The process keeps its number and its start: the record written before holds for the program too.
Result<void> exec(const Options& options, const services::RunDirectory& directory) {
  const std::vector<std::string> command(options.rest.begin() + 1, options.rest.end());
  if (command.empty() || !command.front().starts_with('/')) {
    return fail(Code::kInvalid, "sluice jobsync exec needs -- and a command with an absolute path");
  }
  const ProcessId self = process_id(::getpid());
  TRY(wait(options, directory));
  TRY(directory.become({.service = options.service,
                        .state = State::kDeploying,
                        .holder = self,
                        .main = true,
                        .why = options.may_end ? "is not done yet" : ""}));
  if (options.own_cgroup) {
    TRY(services::enter_own_cgroup(options.service));
  }
  if (options.may_end) {
    return run_to_its_end(options, directory, command);
  }
  if (!options.user.empty()) {
    TRY(services::become_user(options.user));
  }
  return tl::unexpected(services::replace_process(command));
}

services::Holder::Options holder_options(const Options& options, pid_t pid) {
  return {.service = options.service,
          .needs_ready = options.needs_ready,
          .needs_files = options.needs_files,
          .probe = {options.rest.begin() + 1, options.rest.end()},
          .process = pid == 0 ? ProcessId{} : process_id(pid)};
}

Result<void> ready(const Options& options, const services::RunDirectory& directory) {
  const auto pid = static_cast<pid_t>(options.pid);
  const auto who = holder_options(options, pid);
  if (pid != 0 && !is_running(who.process)) {
    return fail(Code::kNotFound, "--pid: process " + std::to_string(pid) + " is not running");
  }
  // It starts anew: an earlier life's removal does not hold it back.
  TRY(directory.become({.service = options.service,
                        .state = State::kDeploying,
                        .holder = who.process,
                        .main = pid != 0}));
  ProcessRunner runner;
  RealClock clock;
  services::Holder holder(who, directory, runner, clock);
  return wait_for(options.timeout, [&]() -> Result<std::string> {
    TRY_ASSIGN(const Record record, holder.step());
    return record.state == State::kReady ? "" : record.why;
  });
}

// Until SIGTERM or SIGINT. One holder at a time: the next waits until the kernel says that the one
// before is over.
Result<void> hold(const Options& options, const services::RunDirectory& directory) {
  const sigset_t signals = block_stop_signals();
  constexpr timespec kRest{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds(kLook).count()};
  TRY(make_directory(directory.path(), 0755));
  const UniqueFd lock(::open((directory.path() / (options.service + ".hold")).c_str(),
                             O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.valid()) {
    return tl::unexpected(errno_error("opening the lock of " + options.service));
  }
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (::sigtimedwait(&signals, nullptr, &kRest) > 0) {
      return {};
    }
  }
  ProcessRunner runner;
  RealClock clock;
  const auto who = holder_options(options, ::getpid());
  TRY_ASSIGN(const Record before, directory.look(options.service));
  const bool waits_at_its_gate = before.state == State::kDeploying && is_running(before.holder);
  if ((!before.main && !waits_at_its_gate) || before.state == State::kRemoving) {
    TRY(directory.become(
        {.service = options.service, .state = State::kDeploying, .holder = who.process}));
  }
  services::Holder holder(who, directory, runner, clock);
  do {
    TRY(holder.step());
  } while (::sigtimedwait(&signals, nullptr, &kRest) < 0);
  TRY_ASSIGN(const Record last, directory.look(options.service));
  if (last.has_ended() || (last.main && is_running(last.holder))) {
    return {};  // only we end
  }
  TRY(directory.become({.service = options.service, .state = State::kAbsent}));
  return {};
}

Result<void> removing(const Options& options, const services::RunDirectory& directory) {
  TRY_ASSIGN(const Record now, directory.look(options.service));
  if (now.state == State::kAbsent || now.state == State::kFailed) {
    return {};
  }
  TRY(directory.become({.service = options.service,
                        .state = State::kRemoving,
                        .holder = now.holder,
                        .main = now.main}));
  return {};
}

Result<void> removed(const Options& options, const services::RunDirectory& directory) {
  TRY(directory.become({.service = options.service, .state = State::kAbsent}));
  return {};
}

Result<void> status(const Options& options, const services::RunDirectory& directory) {
  std::vector<Record> all;
  if (options.service.empty()) {
    TRY_ASSIGN(all, directory.look_at_all());
  } else {
    TRY_ASSIGN(Record one, directory.look(options.service));
    all.push_back(std::move(one));
  }
  json::Array items;
  std::vector<std::vector<std::string>> rows{{"SERVICE", "STATE", "EPOCH", "WHY"}};
  for (const Record& one : all) {
    const std::string state(to_string(one.state));
    rows.push_back({one.service, state, std::to_string(one.epoch), one.why});
    items.push_back(json::Object{{"service", one.service},
                                 {"state", state},
                                 {"epoch", one.epoch},
                                 {"pid", one.holder.pid},
                                 {"why", one.why}});
  }
  std::cout << (options.output == "json" ? json::write_pretty(std::move(items)) + "\n"
                                         : table_text(rows));
  return {};
}

struct Verb {
  std::string_view name;
  bool needs_service;
  Result<void> (*run)(const Options&, const services::RunDirectory&);
};
constexpr Verb kVerbs[]{{"wait", false, wait},        {"exec", true, exec},
                        {"ready", true, ready},       {"hold", true, hold},
                        {"removing", true, removing}, {"removed", true, removed},
                        {"status", false, status}};

}  // namespace

int run_jobsync(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  options.rest = parsed.rest;
  if (options.output != "table" && options.output != "json") {
    return usage_error("--output: expected table or json");
  }
  for (const Verb& verb : kVerbs) {
    if (!options.rest.empty() && options.rest.front() == verb.name) {
      if (verb.needs_service && options.service.empty()) {
        return usage_error("sluice jobsync " + std::string(verb.name) + " needs --service");
      }
      const auto done = verb.run(options, services::RunDirectory(options.run_directory));
      return done ? kExitOk : report(done.error());
    }
  }
  return usage_error("what? sluice jobsync wait, exec, ready, hold, removing, removed or status");
}

}  // namespace sluice::cmd
