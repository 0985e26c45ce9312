// SPDX-License-Identifier: Apache-2.0
//
// Rules of resource.k8s.io: classes of devices, claims to them and what drivers offer.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "base/text.h"
#include "cel/program.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using CelKind = cel::Type::Kind;

constexpr std::size_t kLongestSelector = 10 * 1024;
constexpr std::uint64_t kDearestSelector = 1'000'000;

// How large the parts of a device can be. A part of an attribute's map is an attribute, whatever
// its name.
std::optional<std::uint64_t> device_size(std::span<const std::string> steps) {
  static const std::map<std::string, std::uint64_t> kSizes{{"", 0},
                                                           {"/driver", 63},
                                                           {"/allowMultipleAllocations", 0},
                                                           {"/attributes", 32},
                                                           {"/attributes/@keys", 63},
                                                           {"/attributes/@values", 32},
                                                           {"/attributes/@values/@keys", 32},
                                                           {"/attributes/@values/@values", 64},
                                                           {"/capacity", 32},
                                                           {"/capacity/@keys", 63},
                                                           {"/capacity/@values", 32},
                                                           {"/capacity/@values/@keys", 32},
                                                           {"/capacity/@values/@values", 0}};
  std::string path;
  for (const std::string& step : steps) {
    const bool attribute = path == "/attributes/@values" && step != cel::kKeysStep;
    path += "/" + (attribute ? std::string(cel::kValuesStep) : step);
  }
  const auto found = kSizes.find(path);
  return found == kSizes.end() ? std::nullopt : std::optional(found->second);
}

// What selectors know of a device.
const cel::Declarations& device_variables() {
  static const cel::Declarations kVariables = [] {
    const cel::Type text(CelKind::kString);
    const cel::Type amounts =
        cel::Type::map(text, cel::Type::map(text, cel::Type::opaque("kubernetes.Quantity")));
    std::vector<cel::ObjectType::Field> fields{
        {"driver", "driver", text},
        {"attributes", "attributes", cel::Type::map(text, cel::Type::map(text, cel::Type()))},
        {"capacity", "capacity", amounts},
        {"allowMultipleAllocations", "allowMultipleAllocations", cel::Type(CelKind::kBool)}};
    return cel::Declarations{
        .variables = {{"device", cel::Type::object(std::make_shared<cel::ObjectType>(
                                     "kubernetes.DRADevice", std::move(fields)))}},
        .sizes = device_size,
        .binds = true};
  }();
  return kVariables;
}

void check_selectors(const json::Value& selectors, const FieldPath& at, Faults& faults) {
  for (std::size_t i = 0; i < selectors.as_array().size(); ++i) {
    const FieldPath item = at.item(i);
    const FieldPath cel_at = item.child("cel");
    const json::Value* rule = selectors.as_array()[i].find("cel");
    if (rule == nullptr) {
      faults.required(cel_at);
      continue;
    }
    const std::string& text = rule->at("expression").as_string();
    if (text.size() > kLongestSelector) {
      faults.too_long(cel_at.child("expression"), kLongestSelector);
      continue;
    }
    const auto program = cel::compile(text, device_variables());
    if (!program) {
      faults.invalid_shown(cel_at.child("expression"), json::write(text),
                           "compilation failed: " + program.error().message);
    } else if (!program->type().is(CelKind::kBool) && !program->type().is_dyn_or_error()) {
      faults.invalid(
          cel_at.child("expression"), text,
          "must evaluate to bool or the unknown type, not " + program->type().to_string());
    } else if (program->estimated_cost()->max > kDearestSelector) {
      faults.forbidden(cel_at.child("expression"), "too complex, exceeds cost limit");
    }
  }
}

void check_opaque(const json::Value& config, const FieldPath& at, Faults& faults) {
  const json::Value* opaque = config.find("opaque");
  const FieldPath opaque_at = at.child("opaque");
  if (opaque == nullptr) {
    return faults.required(opaque_at);
  }
  faults.named(opaque_at.child("driver"), opaque->at("driver"), dns_subdomain_fault);
  const json::Value& parameters = opaque->at("parameters");
  if (parameters.is_null()) {
    faults.required(opaque_at.child("parameters"));
  } else if (!parameters.is_object()) {
    faults.invalid(opaque_at.child("parameters"), "<value omitted>", "must be a valid JSON object");
  }
}

// Sets the names of requests, of alternatives as "request/alternative".
class Claim {
 public:
  Claim(const json::Value& devices, Faults& faults) : devices_(devices), faults_(faults) {}

  void check(const FieldPath& at) {
    const FieldPath requests_at = at.child("requests");
    const json::Array& requests = devices_.at("requests").as_array();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      check_request(requests[i], requests_at.item(i));
    }
    const FieldPath constraints_at = at.child("constraints");
    const json::Array& constraints = devices_.at("constraints").as_array();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const FieldPath item = constraints_at.item(i);
      check_references(constraints[i], item);
      check_attribute(constraints[i].at("matchAttribute").as_string(),
                      item.child("matchAttribute"));
    }
    const FieldPath configs_at = at.child("config");
    const json::Array& configs = devices_.at("config").as_array();
    for (std::size_t i = 0; i < configs.size(); ++i) {
      const FieldPath item = configs_at.item(i);
      check_references(configs[i], item);
      check_opaque(configs[i], item, faults_);
    }
  }

 private:
  void check_request(const json::Value& request, const FieldPath& at) {
    const json::Value& name = request.at("name");
    faults_.named(at.child("name"), name, dns_label_fault);
    if (!name.as_string().empty() && !names_.insert(name.as_string()).second) {
      faults_.duplicate(at, name);
    }
    const json::Value* exactly = request.find("exactly");
    const json::Array& alternatives = request.at("firstAvailable").as_array();
    if (exactly == nullptr && alternatives.empty()) {
      faults_.required(at, "exactly one of `exactly` or `firstAvailable` is required");
    } else if (exactly != nullptr && !alternatives.empty()) {
      faults_.invalid(at, json::Value::null(),
                      "exactly one of `exactly` or `firstAvailable` is required, but multiple "
                      "fields are set");
    } else if (exactly != nullptr) {
      check_choice(*exactly, at.child("exactly"));
    }
    const FieldPath list = at.child("firstAvailable");
    for (std::size_t i = 0; exactly == nullptr && i < alternatives.size(); ++i) {
      const FieldPath item = list.item(i);
      const json::Value& own = alternatives[i].at("name");
      faults_.named(item.child("name"), own, dns_label_fault);
      if (!names_.insert(name.as_string() + "/" + own.as_string()).second) {
        faults_.duplicate(item, own);
      }
      check_choice(alternatives[i], item);
    }
  }

  void check_choice(const json::Value& choice, const FieldPath& at) {
    faults_.named(at.child("deviceClassName"), choice.at("deviceClassName"), dns_subdomain_fault);
    check_selectors(choice.at("selectors"), at.child("selectors"), faults_);
    const std::string& mode = choice.at("allocationMode").as_string();
    const json::Value& count = choice.at("count");
    if (mode == "All" && count.as_int() != 0) {
      faults_.invalid(at.child("count"), count,
                      "must not be specified when allocationMode is 'All'");
    } else if (mode == "ExactCount" && count.as_int() <= 0) {
      faults_.invalid(at.child("count"), count, "must be greater than zero");
    } else if (mode != "All" && mode != "ExactCount") {
      faults_.unsupported(at.child("allocationMode"), mode, {"All", "ExactCount"});
    }
  }

  void check_references(const json::Value& part, const FieldPath& at) {
    const FieldPath list = at.child("requests");
    const json::Array& requests = part.at("requests").as_array();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!names_.contains(requests[i].as_string())) {
        faults_.invalid(list.item(i), requests[i],
                        "must be the name of a request in the claim or the name of a request and "
                        "a subrequest separated by '/'");
      }
    }
  }

  void check_attribute(const std::string& attribute, const FieldPath& at) {
    if (attribute.empty()) {
      faults_.required(at);
    } else if (attribute.find('/') == std::string::npos) {
      faults_.invalid(at, attribute,
                      "a fully qualified name must be a domain and a name separated by a slash");
    }
  }

  const json::Value& devices_;
  Faults& faults_;
  std::set<std::string> names_;
};

void check_claim_devices(const json::Value& spec, const FieldPath& at, Faults& faults) {
  Claim(spec.at("devices"), faults).check(at.child("devices"));
}

std::string identifier_fault(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool good = !name.empty() && letter(name.front()) &&
                    std::all_of(name.begin(), name.end(),
                                [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
  return good ? ""
              : "a valid C identifier must start with alphabetic character or '_', followed by a "
                "string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or "
                "'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
}

// MAJOR.MINOR.PATCH, with whatever follows a dash or a plus.
bool is_semantic_version(std::string_view text) {
  const auto parts = split(text.substr(0, text.find_first_of("-+")), '.');
  return parts.size() == 3 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return parse_int(part).has_value() && part.front() != '-' &&
                  (part.size() == 1 || part.front() != '0');
         });
}

void check_attribute_value(const json::Value& value, const FieldPath& at, Faults& faults) {
  const json::Object& members = value.as_object();
  if (members.empty()) {
    faults.invalid(at, "", "exactly one value must be specified");
  } else if (members.size() > 1) {
    faults.invalid(at,
                   json::Object{{"IntValue", value.at("int")},
                                {"BoolValue", value.at("bool")},
                                {"StringValue", value.at("string")},
                                {"VersionValue", value.at("version")}},
                   "exactly one value must be specified");
  } else if (const json::Value* version = value.find("version");
             version != nullptr && !is_semantic_version(version->as_string())) {
    faults.invalid(at.child("version"), *version,
                   "must be a string compatible with semver.org spec 2.0.0");
  }
}

void check_qualified_name(const std::string& name, const FieldPath& at, Faults& faults) {
  const std::size_t slash = name.find('/');
  const std::string own = slash == std::string::npos ? name : name.substr(slash + 1);
  if (slash != std::string::npos) {
    if (const std::string fault = dns_subdomain_fault(name.substr(0, slash)); !fault.empty()) {
      faults.invalid(at, name.substr(0, slash), fault);
    }
  }
  if (const std::string fault = identifier_fault(own); !fault.empty()) {
    faults.invalid(at, own, fault);
  }
}

void check_devices(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("devices");
  std::set<std::string> names;
  const json::Array& devices = spec.at("devices").as_array();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = devices[i].at("name");
    faults.named(item.child("name"), name, dns_label_fault);
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item, name);
    }
    const FieldPath attributes = item.child("attributes");
    for (const json::Member& attribute : devices[i].at("attributes").as_object()) {
      const FieldPath key = attributes.key(attribute.key);
      check_qualified_name(attribute.key, key, faults);
      check_attribute_value(attribute.value, key, faults);
    }
  }
}

// Where the devices are is said in exactly one way.
void check_place(const json::Value& spec, const FieldPath& at, Faults& faults) {
  std::vector<std::string> given;
  for (const char* way : {"nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"}) {
    const json::Value& value = spec.at(way);
    if (!value.is_null() && !(value == json::Value(false)) && !(value == json::Value(""))) {
      given.push_back("`" + std::string(way) + "`");
    }
  }
  const std::string rule =
      "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  if (given.empty()) {
    faults.required(at, rule);
  } else if (given.size() > 1) {
    faults.invalid(at, "{" + join(given, ", ") + "}", rule + ", but multiple fields are set");
  }
}

void check_pool(const json::Value& pool, const FieldPath& at, Faults& faults) {
  if (pool.at("name").as_string().empty()) {
    faults.required(at.child("name"));
  }
  if (pool.at("generation").as_int() < 0) {
    faults.invalid(at.child("generation"), pool.at("generation"),
                   "must be greater than or equal to zero");
  }
  if (pool.at("resourceSliceCount").as_int() <= 0) {
    faults.invalid(at.child("resourceSliceCount"),
                   json::Value(pool.at("resourceSliceCount").as_int()),
                   "must be greater than zero");
  }
}

}  // namespace

void check_device_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  check_selectors(object.at("spec", "selectors"), at.child("selectors"), faults);
  const FieldPath list = at.child("config");
  const json::Array& configs = object.at("spec", "config").as_array();
  for (std::size_t i = 0; i < configs.size(); ++i) {
    check_opaque(configs[i], list.item(i), faults);
  }
}

void check_resource_claim(const json::Value& object, Faults& faults) {
  const FieldPath root;
  check_claim_devices(object.at("spec"), root.child("spec"), faults);
}

void check_resource_claim_template(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const FieldPath metadata = at.child("metadata");
  check_labels(object.at("spec", "metadata", "labels"), metadata.child("labels"), faults);
  check_claim_devices(object.at("spec", "spec"), at.child("spec"), faults);
}

void check_devices_stay(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  faults.immutable(root.child("spec"), object.at("spec"), old.at("spec"));
}

void check_resource_slice(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  faults.named(at.child("driver"), spec.at("driver"), dns_subdomain_fault);
  check_pool(spec.at("pool"), at.child("pool"), faults);
  check_place(spec, at, faults);
  check_devices(spec, at, faults);
}

void check_resource_slice_update(const json::Value& object, const json::Value& old,
                                 Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const FieldPath pool = at.child("pool");
  for (const char* member : {"driver", "nodeName"}) {
    faults.immutable(at.child(member), object.at("spec", member), old.at("spec", member));
  }
  faults.immutable(pool.child("name"), object.at("spec", "pool", "name"),
                   old.at("spec", "pool", "name"));
}

}  // namespace sluice::api
