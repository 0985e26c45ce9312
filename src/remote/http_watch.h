// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "client/client.h"
#include "http/client.h"

namespace sluice::remote {

// How long the server is asked to keep a watch open; one that is silent for longer is dead.
constexpr std::chrono::seconds kWatchTime{300};

// A watch as it arrives over HTTP: one JSON event per line.
class HttpWatch final : public client::Watch {
 public:
  explicit HttpWatch(std::unique_ptr<http::LineStream> lines) : lines_(std::move(lines)) {}

  Result<std::optional<client::WatchEvent>> next(Duration timeout) override;
  void stop() override { lines_->stop(); }

 private:
  std::unique_ptr<http::LineStream> lines_;
  Duration silent_{0};  // waited for so long since the last line
};

// An event from its line. Expired and other errors that the server sends as an event become errors.
Result<client::WatchEvent> parse_event(std::string_view line);

}  // namespace sluice::remote
