// SPDX-License-Identifier: Apache-2.0
#include "apiserver/metrics/metrics_page.h"

#include "apiserver/health.h"
#include "base/process_usage.h"

namespace sluice::apiserver {
namespace {

void write_version(Exposition& page) {
  const json::Value version = version_document();
  page.family("kubernetes_build_info", "gauge", "The version served; always 1.");
  page.sample("kubernetes_build_info",
              label_text({{"git_version", version.at("gitVersion").as_string()},
                          {"major", version.at("major").as_string()},
                          {"minor", version.at("minor").as_string()},
                          {"platform", version.at("platform").as_string()}}),
              1);
}

void write_objects(const registry::Registry& registry, Exposition& page) {
  page.family("apiserver_resource_objects", "gauge", "Stored objects by kind.");
  const auto snapshot = registry.catalog().snapshot();
  for (const api::Kind& kind : snapshot->kinds) {
    if (kind.is_virtual) {
      continue;
    }
    const auto first = registry.list(kind, {.limit = 1});
    if (!first) {
      continue;
    }
    const std::size_t count = first->items.size() + first->remaining.value_or(0);
    page.sample("apiserver_resource_objects",
                label_text({{"group", kind.group}, {"resource", kind.plural}}),
                static_cast<double>(count));
  }
}

void write_process(Exposition& page) {
  const auto usage = process_usage();
  if (!usage) {
    return;
  }
  const auto one = [&page](std::string_view name, std::string_view type, std::string_view help,
                           double value) {
    page.family(name, type, help);
    page.sample(name, "", value);
  };
  one("process_cpu_seconds_total", "counter", "User and system time used.", usage->cpu_seconds);
  one("process_resident_memory_bytes", "gauge", "Memory in use.",
      static_cast<double>(usage->resident_bytes));
  one("process_virtual_memory_bytes", "gauge", "Address space in use.",
      static_cast<double>(usage->virtual_bytes));
  one("process_open_fds", "gauge", "Open files and connections.",
      static_cast<double>(usage->open_files));
  one("process_max_fds", "gauge", "How many there may be.",
      static_cast<double>(usage->max_open_files));
}

}  // namespace

http::Response metrics_page(const RequestMetrics& requests, const registry::Registry& registry,
                            const std::function<void(Exposition&)>& more) {
  Exposition page;
  requests.write(page);
  write_objects(registry, page);
  write_version(page);
  write_process(page);
  if (more) {
    more(page);
  }
  http::Response response;
  response.content_type = kExpositionType;
  response.body = page.take();
  return response;
}

}  // namespace sluice::apiserver
