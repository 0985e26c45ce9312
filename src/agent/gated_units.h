// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agent/service_report.h"
#include "base/clock.h"
#include "base/command.h"
#include "services/graph.h"
#include "services/holder.h"
#include "services/run_directory.h"

namespace sluice::agent {

// Services in units that the agent wrote (services/render.h, `held`): each waits in its gate for
// those it needs and then becomes its program, whose life is that of its record. The agent stays
// beside them and says who is ready; when one was started anew, by whomever, those that need it are
// asked again whether they are well. One thread.
class GatedUnits {
 public:
  GatedUnits(std::filesystem::path run_directory, CommandRunner& runner, Clock& clock);

  // Starts it where it does not run, and says how it is.
  ServiceReport look(const services::Service& service, const std::vector<services::Service>& all);

  // Ends its process, where there is one, and starts it anew.
  bool restart(const std::string& service, std::string& why);

  // Its process ends; what that has started goes on where the service says so.
  bool stop(const std::string& service, std::string& why);

 private:
  services::Holder& holder_of(const services::Service& service,
                              const std::vector<services::Service>& all);
  bool systemctl(const char* verb, const std::string& service, std::string& why);

  const services::RunDirectory directory_;
  CommandRunner& runner_;
  Clock& clock_;
  std::map<std::string, std::unique_ptr<services::Holder>> holders_;
};

}  // namespace sluice::agent
