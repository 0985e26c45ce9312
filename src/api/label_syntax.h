// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::api {

// The forms of names in Kubernetes. Each answers what is wrong, in Kubernetes' words; empty: good.
// Several faults stand on lines of their own.

std::string dns_label_fault(std::string_view name);         // RFC 1123 label: pod containers
std::string dns_subdomain_fault(std::string_view name);     // RFC 1123 subdomain: most objects
std::string path_segment_fault(std::string_view name);      // whatever can stand in a URL: roles
std::string dns_1035_label_fault(std::string_view name);    // RFC 1035 label
std::string label_key_fault(std::string_view key);          // "app", "example.com/app"
std::string label_value_fault(std::string_view value);      // up to 63 characters, may be empty
std::string config_key_fault(std::string_view key);         // keys of ConfigMap and Secret data
std::string environment_name_fault(std::string_view name);  // environment variables
std::string wildcard_domain_fault(std::string_view name);   // "*.example.com"
std::string search_domain_fault(std::string_view name);     // with underscores
std::string port_name_fault(std::string_view name);         // IANA service names

}  // namespace sluice::api
