// SPDX-License-Identifier: Apache-2.0
//
// A SPDY server fed with a peer's bytes: it never crashes, never takes more than it was given, and
// sees the same data however the bytes are cut.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/spdy/upgrade.h"

namespace {

using sluice::BytePipe;

class Collector final : public sluice::http::SpdyEndpoint {
 public:
  explicit Collector(std::vector<std::shared_ptr<BytePipe>>& pipes) : pipes_(pipes) {}
  sluice::Result<sluice::http::PipePair> accept(std::uint32_t,
                                                const sluice::http::Headers& headers) override {
    if (headers.get("streamtype").empty()) {
      return sluice::fail(sluice::Code::kBadRequest, "no type");
    }
    pipes_.push_back(std::make_shared<BytePipe>(std::size_t{1} << 20));
    return sluice::http::PipePair{pipes_.back(), nullptr};
  }
  Phase phase() const override { return Phase::kOpen; }
  void set_ready(std::function<void()>) override {}

 private:
  std::vector<std::shared_ptr<BytePipe>>& pipes_;
};

std::vector<std::string> run(std::string_view input, std::size_t piece) {
  std::vector<std::shared_ptr<BytePipe>> pipes;
  std::string output;
  {
    sluice::http::SpdyUpgrade upgrade(std::make_unique<Collector>(pipes));
    for (std::size_t at = 0; at < input.size();) {
      const std::string_view part = input.substr(at, piece);
      const std::size_t taken = upgrade.take(part);
      if (taken > part.size()) {
        std::abort();
      }
      at += taken;
      static_cast<void>(upgrade.poll(output));
    }
  }
  std::vector<std::string> texts{output};
  for (const auto& pipe : pipes) {
    pipe->read(texts.emplace_back(), std::size_t{1} << 20);
  }
  return texts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (run(input, input.size() + 1) != run(input, 7)) {
    std::abort();
  }
  return 0;
}
