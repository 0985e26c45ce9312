// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/field_path.h"
#include "api/kind.h"
#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// Rules that hold wherever a type occurs, whatever the kind: of single fields as data
// (field_rules.h), of several fields of one object as functions. Status is not looked at. A field
// that `faults` mentions already is passed over: kinds may have more to say about it.
void check_type_rules(const Kind& kind, const json::Value& object, Faults& faults);

// What a rule of one field demands.
enum class Demand {
  kRequired,      // not missing, not empty; the word is the detail of the message
  kOneOf,         // one of the words, or missing
  kNotNegative,   //
  kPositive,      //
  kRange,         // "low|high"
  kWeight,        // 1 to 100
  kMode,          // of a file
  kTenMinutes,    // at least
  kIp,            //
  kRemoteIp,      // and none that only this machine or its network knows
  kCidr,          //
  kDnsLabel,      //
  kDnsSubdomain,  //
  kDnsName,       // a subdomain, even where it is missing
  kLabelKey,      // "example.com/app"
  kLabels,        //
  kSelector,      //
  kRelativePath,  // and no ".."
  kNoParentPath,  // no ".."
  kAbsolutePath,  //
  kPort,          // a number or a name
  kConfigKey,     //
  kDomainPath,    // "acme.io/foo"
  kNoSlash,       //
};

struct FieldRule {
  std::string_view type;   // below io.k8s.api: "core.v1.Probe"
  std::string_view field;  // a list: the rule is for each of its items
  Demand demand;
  std::string_view words = {};  // separated by "|"
};

// The one rule for one value. Missing values satisfy everything but kRequired.
void check_demand(const FieldRule& rule, const json::Value& value, const FieldPath& at,
                  Faults& faults);

// What is wrong with an IP address or network, of either family; empty: nothing.
std::string address_fault(std::string_view text);
std::string network_fault(std::string_view text);

// The same, and of addresses that no other machine can reach.
std::string remote_address_fault(std::string_view text);

// A rule about several fields of one object.
struct ObjectRule {
  std::string_view type;
  void (*check)(const json::Value& object, const FieldPath& at, Faults& faults);
  bool after = false;  // what is wrong inside the object is told first
};

// The functions, by what they are about.
std::span<const ObjectRule> pod_part_rules();
std::span<const ObjectRule> policy_part_rules();
std::span<const ObjectRule> config_part_rules();
std::span<const ObjectRule> webhook_part_rules();
std::span<const ObjectRule> admission_policy_part_rules();
std::span<const ObjectRule> container_part_rules();
std::span<const ObjectRule> network_part_rules();
std::span<const ObjectRule> spec_part_rules();
std::span<const ObjectRule> storage_part_rules();

}  // namespace sluice::api
