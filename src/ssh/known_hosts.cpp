// SPDX-License-Identifier: Apache-2.0
#include "ssh/known_hosts.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/text.h"

namespace sluice::ssh {
namespace {

using Entry = std::unique_ptr<ssh_knownhosts_entry, decltype(&::ssh_knownhosts_entry_free)>;

// As known_hosts names it: the usual port is left out.
std::string host_name(const Endpoint& endpoint) {
  return endpoint.port == 22 ? endpoint.host
                             : "[" + endpoint.host + "]:" + std::to_string(endpoint.port);
}

std::vector<Entry> entries(const Library& library, const Endpoint& endpoint) {
  std::vector<Entry> found;
  for (const std::string_view line : split(endpoint.known_hosts, '\n')) {
    const std::string text(trim(line));
    ssh_knownhosts_entry* entry = nullptr;
    if (!text.empty() && text.front() != '#' && text.front() != '@' &&
        library.parse_known_host(host_name(endpoint).c_str(), text.c_str(), &entry) == SSH_OK) {
      found.emplace_back(entry, library.free_known_host);
    }
  }
  return found;
}

// An RSA key is used with newer signatures than its type says.
std::string signature_types(const char* key_type) {
  const std::string type = key_type == nullptr ? "" : key_type;
  return type == "ssh-rsa" ? "rsa-sha2-512,rsa-sha2-256" : type;
}

std::string describe(const Library& library, ssh_key key) {
  unsigned char* hash = nullptr;
  std::size_t size = 0;
  if (library.key_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) != SSH_OK) {
    return "unreadable";
  }
  char* text = library.fingerprint(SSH_PUBLICKEY_HASH_SHA256, hash, size);
  std::string described = std::string(library.key_type_name(library.key_type(key))) + " " +
                          (text == nullptr ? "" : text);
  library.free_text(text);
  library.free_key_hash(&hash);
  return described;
}

}  // namespace

std::string known_key_types(const Library& library, const Endpoint& endpoint) {
  std::vector<std::string> types;
  for (const Entry& entry : entries(library, endpoint)) {
    const std::string type =
        signature_types(library.key_type_name(library.key_type(entry->publickey)));
    if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(type);
    }
  }
  return join(types, ",");
}

Result<void> check_host_key(const Library& library, const Endpoint& endpoint, ssh_key key) {
  const auto known = entries(library, endpoint);
  const bool same = std::any_of(known.begin(), known.end(), [&](const Entry& entry) {
    return library.compare_keys(entry->publickey, key, SSH_KEY_CMP_PUBLIC) == 0;
  });
  if (same) {
    return {};
  }
  const std::string host = host_name(endpoint);
  const std::string shown = " (" + describe(library, key) + ")";
  return known.empty()
             ? fail(Code::kForbidden, "the host key of " + host + shown +
                                          " is not known: make sure that it is the right one, "
                                          "then add its line (ssh-keyscan) to the known hosts")
             : fail(Code::kForbidden, "the host key of " + host + shown +
                                          " is another one than the known hosts have: somebody "
                                          "may be listening, or the host was set up anew");
}

}  // namespace sluice::ssh
