// SPDX-License-Identifier: Apache-2.0
//
// An Event of events.k8s.io is the Event of the core group under newer names.
#include <algorithm>
#include <iterator>

#include "api/forms/form.h"

namespace sluice::api {
namespace {

struct Rename {
  std::string_view shown;
  std::string_view stored;
};

constexpr Rename kRenames[] = {
    {"deprecatedCount", "count"},
    {"deprecatedFirstTimestamp", "firstTimestamp"},
    {"deprecatedLastTimestamp", "lastTimestamp"},
    {"deprecatedSource", "source"},
    {"note", "message"},
    {"regarding", "involvedObject"},
    {"reportingController", "reportingComponent"},
};

void rename(json::Value& object, std::string_view Rename::*from, std::string_view Rename::*to) {
  for (json::Member& member : object.object()) {
    const auto found =
        std::find_if(std::begin(kRenames), std::end(kRenames),
                     [&](const Rename& rename) { return rename.*from == member.key; });
    if (found != std::end(kRenames)) {
      member.key = (*found).*to;
    }
  }
}

void to_stored(json::Value& object) {
  rename(object, &Rename::shown, &Rename::stored);
}

void from_stored(json::Value& object) {
  rename(object, &Rename::stored, &Rename::shown);
}

}  // namespace

namespace forms {
constinit const Form kEventsEvent{"v1", to_stored, from_stored};
}  // namespace forms

}  // namespace sluice::api
