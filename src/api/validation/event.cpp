// SPDX-License-Identifier: Apache-2.0
//
// Events in the form they are stored in, that of the core group. Those written through
// events.k8s.io have more rules, and always say when they happened.
#include "api/label_syntax.h"
#include "api/meta.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

constexpr std::size_t kLongestWord = 128;
constexpr std::size_t kLongestMessage = 1024;

bool has_time(const json::Value& object) {
  return object.at("eventTime").is_string();
}

void check_length(const json::Value& object, const char* member, std::size_t limit,
                  Faults& faults) {
  const FieldPath root;
  if (object.at(member).as_string().size() > limit) {
    faults.invalid(root.child(member), "",
                   "can have at most " + std::to_string(limit) + " characters");
  }
}

void check_word(const json::Value& object, const char* member, Faults& faults) {
  const FieldPath root;
  if (object.at(member).as_string().empty()) {
    faults.required(root.child(member));
  }
  check_length(object, member, kLongestWord, faults);
}

void check_reporter(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("reportingComponent");
  const json::Value& reporter = object.at("reportingComponent");
  if (reporter.as_string().empty()) {
    faults.required(at);
  }
  if (const std::string fault = label_key_fault(reporter.as_string()); !fault.empty()) {
    faults.invalid(at, reporter.as_string(), fault);
  }
}

void check_place(const json::Value& object, Faults& faults) {
  const std::string& about = object.at("involvedObject", "namespace").as_string();
  const std::string& own = ns(object);
  // events about cluster-scoped objects live in the default namespace
  const bool cluster_scoped =
      about.empty() && (own == "default" || (has_time(object) && own == "kube-system"));
  const bool matches = cluster_scoped || about == own || (has_time(object) && !about.empty());
  if (!matches) {
    const FieldPath root;
    const FieldPath at = root.child("involvedObject");
    faults.invalid(at.child("namespace"), about, "does not match event.namespace");
  }
}

void check_series(const json::Value& object, Faults& faults) {
  const json::Value* series = object.find("series");
  if (series == nullptr) {
    return;
  }
  const FieldPath root;
  if (series->at("count").as_int() < 2) {
    faults.invalid(root.child("series.count"), "", "should be at least 2");
  }
  if (!series->at("lastObservedTime").is_string()) {
    faults.required(root.child("series.lastObservedTime"));
  }
}

}  // namespace

void check_event(const json::Value& object, Faults& faults) {
  check_place(object, faults);
  if (!has_time(object)) {
    return;
  }
  check_reporter(object, faults);
  for (const char* member : {"reportingInstance", "action", "reason"}) {
    check_word(object, member, faults);
  }
  check_length(object, "message", kLongestMessage, faults);
}

void check_new_event(const json::Value& object, Faults& faults) {
  const FieldPath root;
  check_series(object, faults);
  if (!has_time(object)) {
    faults.required(root.child("eventTime"));
  }
  const std::string& type = object.at("type").as_string();
  if (type != "Normal" && type != "Warning") {
    faults.invalid(root.child("type"), "", "has invalid value: " + type);
  }
  for (const char* member : {"firstTimestamp", "lastTimestamp", "count", "source"}) {
    const json::Value& value = object.at(member);
    if (value.is_string() || value.as_int() != 0 || !value.as_object().empty()) {
      faults.invalid(root.child(member), "", "needs to be unset");
    }
  }
}

void check_new_event_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  if (!(object.at("series") == old.at("series"))) {
    check_series(object, faults);
  }
  for (const char* member :
       {"involvedObject", "reason", "message", "source", "firstTimestamp", "lastTimestamp", "count",
        "reason", "type", "eventTime", "action", "related"}) {
    faults.immutable(root.child(member), object.at(member), old.at(member));
  }
  faults.immutable(root.child("reportingController"), object.at("reportingComponent"),
                   old.at("reportingComponent"));
  faults.immutable(root.child("reportingInstance"), object.at("reportingInstance"),
                   old.at("reportingInstance"));
}

}  // namespace sluice::api
