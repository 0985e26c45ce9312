// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sluice::cel {

inline constexpr int kMaxDepth = 250;

// Counts how deep a kind of recursion is, for as long as it lives.
class Depth {
 public:
  explicit Depth(int& depth) : depth_(depth), start_(depth) {}
  ~Depth() { depth_ = start_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  bool deeper() { return ++depth_ <= kMaxDepth; }

 private:
  int& depth_;
  int start_;
};

}  // namespace sluice::cel
