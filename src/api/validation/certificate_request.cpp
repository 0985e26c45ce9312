// SPDX-License-Identifier: Apache-2.0
//
// Requests for certificates. Who asked, and for what, never changes; decisions come through the
// approval subresource, the certificate through status.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

constexpr std::int64_t kLeastSeconds = 600;
constexpr std::string_view kLegacySigner = "kubernetes.io/legacy-unknown";
constexpr std::size_t kLongestSigner = 571;

const std::initializer_list<std::string_view> kUsages = {"any",
                                                         "cert sign",
                                                         "client auth",
                                                         "code signing",
                                                         "content commitment",
                                                         "crl sign",
                                                         "data encipherment",
                                                         "decipher only",
                                                         "digital signature",
                                                         "email protection",
                                                         "encipher only",
                                                         "ipsec end system",
                                                         "ipsec tunnel",
                                                         "ipsec user",
                                                         "key agreement",
                                                         "key encipherment",
                                                         "microsoft sgc",
                                                         "netscape sgc",
                                                         "ocsp signing",
                                                         "s/mime",
                                                         "server auth",
                                                         "signing",
                                                         "timestamping"};

bool has_pem_block(const std::string& base64, std::string_view type) {
  const auto bytes = base64_decode(base64);
  return bytes && bytes->find("-----BEGIN " + std::string(type) + "-----") != std::string::npos;
}

void check_usages(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("usages");
  const json::Array& usages = spec.at("usages").as_array();
  if (usages.empty()) {
    faults.required(list);
  }
  for (std::size_t i = 0; i < usages.size(); ++i) {
    if (std::find(kUsages.begin(), kUsages.end(), usages[i].as_string()) == kUsages.end()) {
      faults.unsupported(list.item(i), usages[i], kUsages);
    }
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < usages.size(); ++i) {
    if (!seen.insert(usages[i].as_string()).second) {
      faults.duplicate(list.item(i), usages[i]);
    }
  }
}

void check_signer(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const std::string& signer = spec.at("signerName").as_string();
  const std::vector<std::string_view> parts = split(signer, '/');
  if (signer == kLegacySigner) {
    faults.invalid(at, signer, "the legacy signerName is not allowed via this API version");
  } else if (signer.empty()) {
    faults.required(at);
  } else if (parts.size() != 2) {
    faults.invalid(at, signer,
                   "must be a fully qualified domain and path of the form "
                   "'example.com/signer-name'");
  } else if (const std::string fault = dns_subdomain_fault(parts[0]); !fault.empty()) {
    faults.invalid(at, parts[0], "validating label \"" + std::string(parts[0]) + "\": " + fault);
  } else if (signer.size() > kLongestSigner) {
    faults.too_long(at, kLongestSigner);
  }
}

bool is_decision(const std::string& type) {
  return type == "Approved" || type == "Denied";
}

void check_status_word(const json::Value& condition, const FieldPath& at, Faults& faults) {
  const std::string& type = condition.at("type").as_string();
  const bool only_true = is_decision(type) || type == "Failed";
  const std::string& status = condition.at("status").as_string();
  if (only_true && !status.empty() && status != "True") {
    faults.unsupported(at, status, {"True"});
  } else {
    faults.one_of(at, condition.at("status"), {"False", "True", "Unknown"});
  }
}

void check_conditions(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  const FieldPath list = status.child("conditions");
  std::set<std::string> seen;
  const json::Array& conditions = object.at("status", "conditions").as_array();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const FieldPath item = list.item(i);
    const std::string& type = conditions[i].at("type").as_string();
    if (type.empty()) {
      faults.required(item.child("type"));
    }
    check_status_word(conditions[i], item.child("status"), faults);
    if ((type == "Approved" && seen.contains("Denied")) ||
        (type == "Denied" && seen.contains("Approved"))) {
      faults.invalid(list, type, "Approved and Denied conditions are mutually exclusive");
    }
    if (!seen.insert(type).second) {
      faults.duplicate(item.child("type"), type);
    }
  }
}

json::Array conditions_of(const json::Value& object, std::string_view type) {
  json::Array found;
  for (const json::Value& condition : object.at("status", "conditions").as_array()) {
    if (condition.at("type").as_string() == type) {
      found.push_back(condition);
    }
  }
  return found;
}

std::string of_type(std::string_view type) {
  return " a condition of type \"" + std::string(type) + "\"";
}

void check_kept(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  for (const std::string_view type : {"Approved", "Denied", "Failed"}) {
    if (conditions_of(object, type).size() < conditions_of(old, type).size()) {
      faults.forbidden(status.child("conditions"), "updates may not remove" + of_type(type));
    }
  }
}

void check_decisions_stay(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  for (const std::string_view type : {"Approved", "Denied"}) {
    const json::Array now = conditions_of(object, type);
    const json::Array before = conditions_of(old, type);
    if (now.size() > before.size()) {
      faults.forbidden(status.child("conditions"), "updates may not add" + of_type(type));
    } else if (now.size() == before.size() && now != before) {
      faults.forbidden(status.child("conditions"), "updates may not modify" + of_type(type));
    }
  }
}

void check_certificate(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  const FieldPath at = status.child("certificate");
  const std::string& now = object.at("status", "certificate").as_string();
  const std::string& before = old.at("status", "certificate").as_string();
  if (now == before) {
    return;
  }
  if (!now.empty() && !has_pem_block(now, "CERTIFICATE")) {
    faults.invalid(at, "<certificate data>", "must contain at least one CERTIFICATE PEM block");
  }
  if (!before.empty()) {
    faults.forbidden(at, "updates may not modify existing certificate content");
  }
}

}  // namespace

void check_certificate_request(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const std::string& request = spec.at("request").as_string();
  if (!has_pem_block(request, "CERTIFICATE REQUEST")) {
    faults.invalid(at.child("request"), request, "PEM block type must be CERTIFICATE REQUEST");
  }
  check_usages(spec, at, faults);
  check_signer(spec, at.child("signerName"), faults);
  const json::Value& duration = spec.at("expirationSeconds");
  if (duration.is_int() && duration.as_int() < kLeastSeconds) {
    faults.invalid(at.child("expirationSeconds"), duration,
                   "may not specify a duration less than 600 seconds (10 minutes)");
  }
  check_conditions(object, faults);
}

void check_certificate_approval(const json::Value& object, const json::Value& old, Faults& faults) {
  check_kept(object, old, faults);
}

void check_certificate_status(const json::Value& object, const json::Value& old, Faults& faults) {
  check_kept(object, old, faults);
  check_decisions_stay(object, old, faults);
  check_certificate(object, old, faults);
}

}  // namespace sluice::api
