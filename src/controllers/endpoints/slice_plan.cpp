// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "controllers/endpoints/labels.h"
#include "controllers/owned/pod_template.h"

namespace sluice::controllers::endpoints {
namespace {

// Who an endpoint is, whatever its state.
std::string identity(const json::Value& endpoint) {
  const auto& addresses = endpoint.at("addresses").as_array();
  return (addresses.empty() ? "" : addresses.front().as_string()) + ' ' +
         endpoint.at("targetRef", "uid").as_string();
}

json::Value labels(const SliceOwner& owner) {
  json::Value all = json::Object(owner.labels.as_object());
  all[kServiceNameLabel] = owner.service;
  all[kManagedByLabel] = owner.manager;
  return all;
}

bool is_for(const client::Object& slice, const SliceGroup& group) {
  return slice.at("addressType").as_string() == group.address_type &&
         slice.at("ports").as_array() == group.ports;
}

class Planner {
 public:
  Planner(const SliceOwner& owner, const std::vector<client::ObjectPtr>& existing)
      : owner_(owner), labels_(labels(owner)), left_(existing) {
    for (const auto& slice : existing) {
      names_.insert(api::name(*slice));
    }
  }

  void add(const SliceGroup& group) {
    Wanted wanted;
    for (const json::Value& endpoint : group.endpoints) {
      wanted.emplace(identity(endpoint), &endpoint);
    }
    const std::vector<client::ObjectPtr> slices = take(group);
    std::vector<json::Array> contents = keep(slices, wanted);
    fill(contents, wanted);
    write(group, slices, std::move(contents));
  }

  SlicePlan finish() {
    plan_.remove.insert(plan_.remove.end(), left_.begin(), left_.end());
    return std::move(plan_);
  }

 private:
  // The slices that hold the group now.
  std::vector<client::ObjectPtr> take(const SliceGroup& group) {
    const auto others = std::stable_partition(
        left_.begin(), left_.end(), [&](const auto& slice) { return is_for(*slice, group); });
    std::vector<client::ObjectPtr> mine(left_.begin(), others);
    left_.erase(left_.begin(), others);
    return mine;
  }

  using Wanted = std::map<std::string, const json::Value*>;

  // For every slice the endpoints that are still wanted, as they are wanted now.
  static std::vector<json::Array> keep(const std::vector<client::ObjectPtr>& slices,
                                       Wanted& wanted) {
    std::vector<json::Array> contents;
    for (const auto& slice : slices) {
      json::Array& here = contents.emplace_back();
      for (const json::Value& old : slice->at("endpoints").as_array()) {
        if (const auto found = wanted.extract(identity(old))) {
          here.push_back(*found.mapped());
        }
      }
    }
    return contents;
  }

  static void fill(std::vector<json::Array>& contents, const Wanted& wanted) {
    std::size_t slot = 0;
    for (const auto& [who, endpoint] : wanted) {
      while (slot < contents.size() && contents[slot].size() >= kEndpointsPerSlice) {
        ++slot;
      }
      if (slot == contents.size()) {
        contents.emplace_back();
      }
      contents[slot].push_back(*endpoint);
    }
    if (contents.empty()) {
      contents.emplace_back();
    }
  }

  // One slice may be empty when it is the group's only one.
  void write(const SliceGroup& group, const std::vector<client::ObjectPtr>& slices,
             std::vector<json::Array> contents) {
    const bool all_empty = std::all_of(contents.begin(), contents.end(),
                                       [](const json::Array& content) { return content.empty(); });
    for (std::size_t i = 0; i < contents.size(); ++i) {
      const bool wanted = !contents[i].empty() || (all_empty && i == 0);
      if (i >= slices.size()) {
        plan_.create.push_back(fresh(group, std::move(contents[i])));
      } else if (!wanted) {
        plan_.remove.push_back(slices[i]);
      } else {
        update(*slices[i], std::move(contents[i]));
      }
    }
  }

  client::Object fresh(const SliceGroup& group, json::Array endpoints) {
    json::Value metadata =
        json::Object{{"name", new_name()},
                     {"generateName", api::name(owner_.owner) + "-"},
                     {"namespace", api::ns(owner_.owner)},
                     {"labels", labels_},
                     {"ownerReferences", json::Array{api::controller_reference(owner_.owner)}}};
    return json::Object{{"apiVersion", api::kinds::endpoint_slice().api_version()},
                        {"kind", api::kinds::endpoint_slice().kind},
                        {"metadata", std::move(metadata)},
                        {"addressType", group.address_type},
                        {"endpoints", std::move(endpoints)},
                        {"ports", group.ports}};
  }

  void update(const client::Object& slice, json::Array endpoints) {
    const json::Value owners = json::Array{api::controller_reference(owner_.owner)};
    if (slice.at("endpoints").as_array() == endpoints &&
        slice.at("metadata", "labels") == labels_ &&
        slice.at("metadata", "ownerReferences") == owners) {
      return;
    }
    client::Object changed = slice;
    changed["metadata"]["labels"] = labels_;
    changed["metadata"]["ownerReferences"] = owners;
    changed["endpoints"] = std::move(endpoints);
    plan_.update.push_back(std::move(changed));
  }

  std::string new_name() {
    for (std::int64_t ordinal = 0;; ++ordinal) {
      std::string name = api::name(owner_.owner) + '-' +
                         owned::fingerprint(api::uid(owner_.owner), ordinal).substr(0, 5);
      if (names_.insert(name).second) {
        return name;
      }
    }
  }

  const SliceOwner& owner_;
  const json::Value labels_;
  std::vector<client::ObjectPtr> left_;  // those no group has claimed yet
  std::set<std::string> names_;
  SlicePlan plan_;
};

}  // namespace

SlicePlan plan_slices(const SliceOwner& owner, const std::vector<SliceGroup>& groups,
                      const std::vector<client::ObjectPtr>& existing) {
  Planner planner(owner, existing);
  for (const SliceGroup& group : groups) {
    planner.add(group);
  }
  return planner.finish();
}

}  // namespace sluice::controllers::endpoints
