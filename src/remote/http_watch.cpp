// SPDX-License-Identifier: Apache-2.0
#include "remote/http_watch.h"

#include <utility>

#include "client/event_type.h"
#include "json/text.h"
#include "remote/status_error.h"

namespace sluice::remote {

namespace {

constexpr std::chrono::seconds kSlack{30};  // for a server that is slow to end its watch

}  // namespace

Result<std::optional<client::WatchEvent>> HttpWatch::next(Duration timeout) {
  TRY_ASSIGN(const std::optional<std::string> line, lines_->read_line(timeout));
  if (!line) {
    // A peer that vanished without a word would otherwise never be noticed.
    silent_ += timeout;
    if (silent_ > kWatchTime + kSlack) {
      return fail(Code::kUnavailable, "the server has been silent for longer than the watch lasts");
    }
    return std::nullopt;
  }
  silent_ = Duration::zero();
  TRY_ASSIGN(client::WatchEvent event, parse_event(*line));
  return event;
}

Result<client::WatchEvent> parse_event(std::string_view line) {
  auto parsed = json::parse(line);
  if (!parsed) {
    return tl::unexpected(
        Error{Code::kUnavailable, "unreadable watch event: " + parsed.error().message, {}});
  }
  const std::string type = parsed->at("type").as_string();
  client::Object object = parsed->at("object");
  api::drop_managed_fields(object);
  if (type == "ERROR") {
    return tl::unexpected(status_error(object, 500));
  }
  if (const auto known = client::event_type(type)) {
    return client::WatchEvent{*known, std::make_shared<const client::Object>(std::move(object))};
  }
  return fail(Code::kUnavailable, "watch event of unknown type \"" + type + "\"");
}

}  // namespace sluice::remote
