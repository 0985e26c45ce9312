// SPDX-License-Identifier: Apache-2.0
#include "api/crd/conversion_rules.h"

#include <set>
#include <string>

#include "api/label_syntax.h"

namespace sluice::api {
namespace {

void check_service(const json::Value& service, const FieldPath& at, Faults& faults) {
  for (const char* member : {"name", "namespace"}) {
    if (service.at(member).as_string().empty()) {
      faults.required(at.child(member), std::string("service ") + member + " is required");
    }
  }
  if (const json::Value* port = service.find("port");
      port != nullptr && (port->as_int() < 1 || port->as_int() > 65535)) {
    faults.invalid(at.child("port"), *port,
                   "port is not valid: must be between 1 and 65535, inclusive");
  }
  const std::string& path = service.at("path").as_string();
  if (!path.empty() && path.front() != '/') {
    faults.invalid(at.child("path"), path, "must start with a '/'");
  }
}

void check_client(const json::Value& config, const FieldPath& at, Faults& faults) {
  const json::Value* url = config.find("url");
  const json::Value* service = config.find("service");
  if ((url == nullptr) == (service == nullptr)) {
    faults.required(at, "exactly one of url or service is required");
  } else if (url != nullptr && !url->as_string().starts_with("https://")) {
    faults.invalid(at.child("url"), *url,
                   "'https' is the only allowed URL scheme; desired format: https://host[/path]");
  } else if (service != nullptr) {
    check_service(*service, at.child("service"), faults);
  }
}

void check_review_versions(const json::Value& versions, const FieldPath& at, Faults& faults) {
  if (versions.as_array().empty()) {
    faults.required(at);
    return;
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < versions.as_array().size(); ++i) {
    const json::Value& version = versions.as_array()[i];
    if (!seen.insert(version.as_string()).second) {
      faults.invalid(at.item(i), version, "duplicate version");
    } else if (const auto fault = dns_1035_label_fault(version.as_string()); !fault.empty()) {
      faults.invalid(at.item(i), version, fault);
    }
  }
  if (!seen.contains("v1") && !seen.contains("v1beta1")) {
    faults.invalid(at, versions, "must include at least one of v1, v1beta1");
  }
}

}  // namespace

void check_conversion(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const json::Value* conversion = spec.find("conversion");
  if (conversion == nullptr) {
    return;
  }
  const FieldPath own = at.child("conversion");
  faults.one_of(own.child("strategy"), conversion->at("strategy"), {"None", "Webhook"});
  const json::Value* config = conversion->find("webhook", "clientConfig");
  const json::Value& versions = conversion->at("webhook", "conversionReviewVersions");
  if (conversion->at("strategy").as_string() != "Webhook") {
    if (config != nullptr) {
      faults.forbidden(own.child("webhookClientConfig"),
                       "should not be set when strategy is not set to Webhook");
    }
    if (!versions.as_array().empty()) {
      faults.forbidden(own.child("conversionReviewVersions"),
                       "should not be set when strategy is not set to Webhook");
    }
    return;
  }
  if (config == nullptr) {
    faults.required(own.child("webhookClientConfig"), "required when strategy is set to Webhook");
  } else {
    check_client(*config, own.child("webhookClientConfig"), faults);
  }
  check_review_versions(versions, own.child("conversionReviewVersions"), faults);
}

}  // namespace sluice::api
