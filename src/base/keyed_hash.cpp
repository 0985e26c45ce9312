// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_hash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "base/random.h"

namespace sluice {
namespace {

struct Secret {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

Secret draw() {
  const std::string bytes = random_bytes(sizeof(Secret));
  Secret secret;
  std::memcpy(&secret, bytes.data(), sizeof(secret));
  return secret;
}

class State {
 public:
  explicit State(const Secret& secret)
      : a_(secret.first ^ 0x736f6d6570736575U),
        b_(secret.second ^ 0x646f72616e646f6dU),
        c_(secret.first ^ 0x6c7967656e657261U),
        d_(secret.second ^ 0x7465646279746573U) {}

  void take(std::uint64_t word) {
    d_ ^= word;
    round();
    a_ ^= word;
  }

  std::uint64_t finish() {
    c_ ^= 0xffU;
    for (int i = 0; i < 3; ++i) {
      round();
    }
    return a_ ^ b_ ^ c_ ^ d_;
  }

 private:
  void round() {
    a_ += b_;
    c_ += d_;
    b_ = std::rotl(b_, 13) ^ a_;
    d_ = std::rotl(d_, 16) ^ c_;
    a_ = std::rotl(a_, 32);
    c_ += b_;
    a_ += d_;
    b_ = std::rotl(b_, 17) ^ c_;
    d_ = std::rotl(d_, 21) ^ a_;
    c_ = std::rotl(c_, 32);
  }

  std::uint64_t a_, b_, c_, d_;
};

std::uint64_t word_of(std::string_view bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof(word)));
  return word;
}

}  // namespace

std::uint64_t keyed_hash(std::string_view text) {
  static const Secret kSecret = draw();
  State state(kSecret);
  const std::uint64_t length = text.size();
  for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
    state.take(word_of(text));
  }
  state.take(length << 56U | (text.empty() ? 0 : word_of(text)));
  return state.finish();
}

}  // namespace sluice
