// SPDX-License-Identifier: Apache-2.0
#include "services/order.h"

#include <algorithm>
#include <set>

namespace sluice::services {
namespace {

const Service* find(const std::vector<Service>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Service& service) { return service.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Every service left waits for one that is left: walking along comes back to where it was.
std::string circle(const std::vector<Service>& left, const std::vector<Service>& all) {
  std::vector<std::string> way;
  std::string at = left.front().name;
  while (std::find(way.begin(), way.end(), at) == way.end()) {
    way.push_back(at);
    for (const std::string& other : waits_for(*find(all, at), all)) {
      if (find(left, other) != nullptr) {
        at = other;
        break;
      }
    }
  }
  std::string text;
  for (auto step = std::find(way.begin(), way.end(), at); step != way.end(); ++step) {
    text += *step + " needs ";
  }
  return text + at;
}

}  // namespace

std::vector<std::string> waits_for(const Service& service, const std::vector<Service>& all) {
  std::vector<std::string> names = service.needs_ready;
  for (const std::string& path : service.needs_files) {
    for (const Service& other : all) {
      const bool gives =
          std::find(other.provides.begin(), other.provides.end(), path) != other.provides.end();
      if (gives && std::find(names.begin(), names.end(), other.name) == names.end()) {
        names.push_back(other.name);
      }
    }
  }
  return names;
}

bool has_gate(const Service& service, const std::vector<Service>& all) {
  return !waits_for(service, all).empty() || !service.needs_files.empty() ||
         !service.needs_open.empty();
}

Result<std::vector<Service>> in_order(std::vector<Service> services, const std::string& path) {
  for (const Service& service : services) {
    for (const std::string& need : service.needs_ready) {
      if (find(services, need) == nullptr) {
        return fail(Code::kInvalid, path + ": \"" + service.name + "\" needs \"" + need +
                                        "\", and there is no such service");
      }
    }
  }
  const std::vector<Service> all = services;
  std::vector<Service> ordered;
  std::set<std::string> placed;
  while (!services.empty()) {
    const auto next = std::find_if(services.begin(), services.end(), [&](const Service& service) {
      const std::vector<std::string> needs = waits_for(service, all);
      return std::all_of(needs.begin(), needs.end(),
                         [&](const std::string& name) { return placed.contains(name); });
    });
    if (next == services.end()) {
      return fail(Code::kInvalid, path + ": these wait for one another: " + circle(services, all));
    }
    placed.insert(next->name);
    ordered.push_back(std::move(*next));
    services.erase(next);
  }
  return ordered;
}

}  // namespace sluice::services
