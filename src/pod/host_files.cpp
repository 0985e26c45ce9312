// SPDX-License-Identifier: Apache-2.0
#include "pod/host_files.h"

#include <algorithm>

#include "base/text.h"
#include "json/strings.h"

namespace sluice::pod {
namespace {

constexpr std::size_t kMaxNameservers = 3;

struct Resolver {
  std::vector<std::string> nameservers;
  std::vector<std::string> searches;
  std::vector<std::pair<std::string, std::string>> options;
};

void add_new(std::vector<std::string>& into, std::string_view word) {
  if (std::find(into.begin(), into.end(), word) == into.end()) {
    into.emplace_back(word);
  }
}

void set_option(Resolver& resolver, const std::string& name, const std::string& value) {
  const auto known = std::find_if(resolver.options.begin(), resolver.options.end(),
                                  [&](const auto& option) { return option.first == name; });
  if (known == resolver.options.end()) {
    resolver.options.emplace_back(name, value);
  } else {
    known->second = value;
  }
}

std::vector<std::string> words_of(std::string_view line) {
  std::string spaced(line);
  std::replace(spaced.begin(), spaced.end(), '\t', ' ');
  std::vector<std::string> words;
  for (const std::string_view word : split(spaced, ' ')) {
    if (!word.empty()) {
      words.emplace_back(word);
    }
  }
  return words;
}

void read_line(const std::vector<std::string>& words, Resolver& into) {
  if (words.size() < 2) {
    return;
  }
  if (words[0] == "nameserver") {
    add_new(into.nameservers, words[1]);
  } else if (words[0] == "search") {
    into.searches.assign(words.begin() + 1, words.end());
  } else if (words[0] == "options") {
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
      const std::size_t colon = word->find(':');
      set_option(into, word->substr(0, colon),
                 colon == std::string::npos ? "" : word->substr(colon + 1));
    }
  }
}

}  // namespace

std::string hosts_file(const NamesSpec& names, std::string_view address,
                       std::string_view node_hosts) {
  std::string text;
  if (names.node_hosts) {
    text = "# Kubernetes-managed hosts file (host network).\n" + std::string(node_hosts);
  } else {
    text =
        "# Kubernetes-managed hosts file.\n"
        "127.0.0.1\tlocalhost\n"
        "::1\tlocalhost ip6-localhost ip6-loopback\n"
        "fe00::0\tip6-localnet\n"
        "fe00::0\tip6-mcastprefix\n"
        "fe00::1\tip6-allnodes\n"
        "fe00::2\tip6-allrouters\n" +
        std::string(address) + "\t" +
        (names.domain.empty() ? "" : names.hostname + "." + names.domain + "\t") + names.hostname +
        "\n";
  }
  if (!names.aliases.empty()) {
    text += "\n# Entries added by HostAliases.\n";
  }
  for (const HostAlias& alias : names.aliases) {
    text += alias.address + "\t" + join(alias.names, "\t") + "\n";
  }
  return text;
}

std::string resolver_file(const NamesSpec& names, std::string_view node_resolver) {
  Resolver resolver;
  if (names.node_dns) {
    for (const std::string_view line : split(node_resolver, '\n')) {
      read_line(words_of(line), resolver);
    }
  }
  for (const std::string& server : names.nameservers) {
    add_new(resolver.nameservers, server);
  }
  for (const std::string& search : names.searches) {
    add_new(resolver.searches, search);
  }
  for (const auto& [name, value] : names.options) {
    set_option(resolver, name, value);
  }
  std::string text;
  if (!resolver.searches.empty()) {
    text += "search " + join(resolver.searches, " ") + "\n";
  }
  resolver.nameservers.resize(std::min(resolver.nameservers.size(), kMaxNameservers));
  for (const std::string& server : resolver.nameservers) {
    text += "nameserver " + server + "\n";
  }
  std::vector<std::string> options;
  for (const auto& [name, value] : resolver.options) {
    options.push_back(value.empty() ? name : name + ":" + value);
  }
  return options.empty() ? text : text + "options " + join(options, " ") + "\n";
}

json::Value to_json(const NamesSpec& names) {
  json::Array aliases;
  for (const HostAlias& alias : names.aliases) {
    aliases.push_back(
        json::Object{{"address", alias.address}, {"names", json::from_strings(alias.names)}});
  }
  json::Array options;
  for (const auto& [name, value] : names.options) {
    options.push_back(json::Object{{"name", name}, {"value", value}});
  }
  return json::Object{{"hostname", names.hostname},
                      {"domain", names.domain},
                      {"aliases", std::move(aliases)},
                      {"nodeDns", names.node_dns},
                      {"nameservers", json::from_strings(names.nameservers)},
                      {"searches", json::from_strings(names.searches)},
                      {"options", std::move(options)},
                      {"nodeHosts", names.node_hosts}};
}

NamesSpec names_from_json(const json::Value& item) {
  NamesSpec names{.hostname = item.at("hostname").as_string(),
                  .domain = item.at("domain").as_string(),
                  .node_dns = item.at("nodeDns").as_bool(true),
                  .nameservers = json::to_strings(item.at("nameservers")),
                  .searches = json::to_strings(item.at("searches")),
                  .node_hosts = item.at("nodeHosts").as_bool()};
  for (const json::Value& alias : item.at("aliases").as_array()) {
    names.aliases.push_back({alias.at("address").as_string(), json::to_strings(alias.at("names"))});
  }
  for (const json::Value& option : item.at("options").as_array()) {
    names.options.emplace_back(option.at("name").as_string(), option.at("value").as_string());
  }
  return names;
}

}  // namespace sluice::pod
