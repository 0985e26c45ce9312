// SPDX-License-Identifier: Apache-2.0
#include "apiserver/metrics/request_metrics.h"

#include <functional>

#include "base/text.h"

namespace sluice::apiserver {
namespace {

constexpr std::string_view kTotal = "apiserver_request_total";
constexpr std::string_view kDuration = "apiserver_request_duration_seconds";

// As dashboards know the verbs: methods, but for what reads many objects and what stays open.
std::string_view verb_label(const http::Request& request, const RequestInfo& info) {
  if (info.verb == "list") {
    return "LIST";
  }
  if (info.verb == "watch") {
    return "WATCH";
  }
  if (info.verb == "deletecollection") {
    return "DELETECOLLECTION";
  }
  const bool apply = request.headers.get("Content-Type").starts_with("application/apply-patch");
  return request.method == "PATCH" && apply ? "APPLY" : std::string_view(request.method);
}

std::string_view scope_label(const RequestInfo& info) {
  if (!info.is_resource) {
    return "";
  }
  return !info.name.empty() ? "resource" : info.ns.empty() ? "cluster" : "namespace";
}

}  // namespace

RequestMetrics::Labels RequestMetrics::labels_of(const Sample& sample) {
  const RequestInfo& info = sample.info;
  if (!sample.known) {
    return {.verb = "other"};
  }
  return {.verb = verb_label(sample.request, info),
          .group = info.group,
          .version = info.version,
          .resource = info.resource,
          .subresource = info.is_resource ? info.subresource : info.path,
          .scope = scope_label(info),
          .dry_run = sample.request.target.find("dryRun").has_value()};
}

std::string RequestMetrics::text_of(const Labels& labels) {
  return label_text({{"component", "apiserver"},
                     {"dry_run", labels.dry_run ? "All" : ""},
                     {"group", labels.group},
                     {"resource", labels.resource},
                     {"scope", labels.scope},
                     {"subresource", labels.subresource},
                     {"verb", labels.verb},
                     {"version", labels.version}});
}

std::size_t RequestMetrics::Hash::operator()(const Labels& labels) const {
  std::size_t hash = labels.dry_run ? 1 : 0;
  for (const std::string_view word : {labels.verb, labels.group, labels.version, labels.resource,
                                      labels.subresource, labels.scope}) {
    hash = hash * 31 + std::hash<std::string_view>{}(word);
  }
  return hash;
}

// With the lock held.
RequestMetrics::Row& RequestMetrics::row_of(const Labels& labels) {
  if (const auto known = rows_.find(labels); known != rows_.end()) {
    return *known->second;
  }
  auto row = std::make_unique<Row>();
  auto& [verb, group, version, resource, subresource, scope] = row->words;
  Labels own{.verb = verb = labels.verb,
             .group = group = labels.group,
             .version = version = labels.version,
             .resource = resource = labels.resource,
             .subresource = subresource = labels.subresource,
             .scope = scope = labels.scope,
             .dry_run = labels.dry_run};
  return *rows_.emplace(own, std::move(row)).first->second;
}

void RequestMetrics::count(const Sample& sample) {
  const Labels labels = labels_of(sample);
  const double seconds = std::chrono::duration<double>(sample.took).count();
  const std::scoped_lock lock(mutex_);
  Row& row = row_of(labels);
  ++row.totals[sample.status];
  if (sample.info.verb != "watch") {
    row.durations.add(seconds);
  }
}

void RequestMetrics::write(Exposition& page) const {
  const std::scoped_lock lock(mutex_);
  std::map<std::string, std::uint64_t> totals;
  std::map<std::string, const Row*> timed;
  for (const auto& [labels, row] : rows_) {
    const std::string text = text_of(labels);
    for (const auto& [status, count] : row->totals) {
      totals[label_text({{"code", std::to_string(status)}}) + "," + text] = count;
    }
    if (labels.verb != "WATCH") {
      timed[text] = row.get();
    }
  }
  page.family(kTotal, "counter", "Requests by what they asked for and how they were answered.");
  for (const auto& [labels, count] : totals) {
    page.sample(kTotal, labels, static_cast<double>(count));
  }
  page.family(kDuration, "histogram", "Seconds until requests other than watches were answered.");
  for (const auto& [labels, row] : timed) {
    row->durations.write(kDuration, labels, page);
  }
}

}  // namespace sluice::apiserver
