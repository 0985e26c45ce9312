// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agent/config.h"
#include "agent/gated_units.h"
#include "agent/service_report.h"
#include "base/clock.h"
#include "base/command.h"

namespace sluice::agent {

// Starts services in their order, each when those it needs are ready, and starts again what is not
// ready any more; or, once told to, stops them in the reverse order and keeps them stopped. What it
// was told and how far it came is in a file, so that a new process goes on there. One thing per
// step, without threads or time of its own: step() is called by one thread, the rest by any.
// Services that have a command and no unit are those of `units`, which wait for each other
// themselves.
class Supervisor {
 public:
  Supervisor(std::vector<services::Service> services, std::filesystem::path state_file,
             CommandRunner& runner, GatedUnits* units = nullptr);

  // From the next step on it is these. One whose mark is another than that with which it was last
  // started is started anew, which leaves what it has started alone; one that is not among them is
  // stopped.
  using Marks = std::map<std::string, std::string>;
  void replace(std::vector<services::Service> services, Marks marks);

  // Reads the file of an earlier process, if there is one.
  Result<void> resume();

  // One round over all services. Errors are those of the file; services that fail only are not
  // ready.
  Result<void> step();

  Result<void> remove_all();  // from the next step on
  Result<void> deploy_all();

  // One alone, from the next step on and until told otherwise: those that need it wait. Not kept on
  // disk. Return whether that is news.
  bool keep_stopped(const std::string& service);
  bool start_again(const std::string& service);
  bool has_stopped(const std::string& service) const;  // or there is none

  std::vector<ServiceReport> report() const;
  bool settled() const;   // all are ready, or all removed
  bool removing() const;  // that is what it was told

  // With which mark it was started, once it is ready; empty: it is not.
  std::string ready_mark(const std::string& service) const;

 private:
  void deploy(const services::Service& service);
  void deploy_gated(const services::Service& service);
  void stop_strangers();
  std::vector<services::Service> services() const;
  void remove(const services::Service& service);
  void stop(const services::Service& service);
  bool is(const std::string& service, ServiceState state) const;
  void note(const std::string& service, ServiceState state, std::string why);
  bool is_well(const services::Service& service, std::string& why) const;
  bool run(std::vector<std::string> argv, Duration timeout, std::string& why) const;
  Result<void> want(bool removed);
  Result<void> save();

  const std::filesystem::path state_file_;
  CommandRunner& runner_;
  GatedUnits* const units_;   // null: all have units of their own
  mutable std::mutex mutex_;  // guards what follows
  std::vector<services::Service> services_;
  Marks wanted_;   // empty where nothing was said
  Marks started_;  // as they were started last
  std::map<std::string, ServiceReport> reports_;
  bool removed_ = false;    // what is wanted
  std::set<std::string> kept_stopped_;
  std::string saved_ = {};  // what the file holds
};

}  // namespace sluice::agent
