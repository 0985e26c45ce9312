// SPDX-License-Identifier: Apache-2.0
#include "remote/http_watch.h"

#include <gtest/gtest.h>

#include <deque>

namespace sluice::remote {
namespace {

using std::chrono::seconds;

// Lines from a list; then silence.
class ListedLines final : public http::LineStream {
 public:
  explicit ListedLines(std::deque<std::string> lines) : lines_(std::move(lines)) {}
  Result<std::optional<std::string>> read_line(Duration) override {
    if (stopped_) {
      return fail(Code::kCancelled, "stopped");
    }
    if (lines_.empty()) {
      return std::nullopt;
    }
    std::string line = lines_.front();
    lines_.pop_front();
    return line;
  }
  void stop() override { stopped_ = true; }

 private:
  std::deque<std::string> lines_;
  bool stopped_ = false;
};

TEST(HttpWatch, LinesBecomeEvents) {
  HttpWatch watch(std::make_unique<ListedLines>(std::deque<std::string>{
      R"({"type":"ADDED","object":{"metadata":{"name":"a"}}})",
      R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"}}})"}));
  const auto added = watch.next(seconds(1));
  ASSERT_TRUE(added && added->has_value());
  EXPECT_EQ((*added)->type, client::EventType::kAdded);
  EXPECT_EQ(api::name(*(*added)->object), "a");
  EXPECT_EQ(watch.next(seconds(1)).value()->type, client::EventType::kBookmark);
  EXPECT_FALSE(watch.next(seconds(1)).value().has_value());
  watch.stop();
  EXPECT_EQ(watch.next(seconds(1)).error().code, Code::kCancelled);
}

TEST(HttpWatch, ErrorEventIsAnError) {
  const auto expired = parse_event(
      R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"old"}})");
  ASSERT_FALSE(expired);
  EXPECT_EQ(expired.error().code, Code::kExpired);
  EXPECT_EQ(expired.error().message, "old");
}

TEST(HttpWatch, NonsenseEndsTheWatchSoThatItIsResumed) {
  EXPECT_EQ(parse_event("{").error().code, Code::kUnavailable);
  EXPECT_EQ(parse_event(R"({"type":"GREETING"})").error().code, Code::kUnavailable);
}

TEST(HttpWatch, SilenceBeyondTheAgreedTimeIsADeadConnection) {
  HttpWatch watch(std::make_unique<ListedLines>(std::deque<std::string>{}));
  for (Duration waited{0}; waited < kWatchTime; waited += seconds(60)) {
    ASSERT_TRUE(watch.next(seconds(60)));
  }
  EXPECT_EQ(watch.next(seconds(60)).error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::remote
