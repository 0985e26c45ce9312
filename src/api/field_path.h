// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::api {

// Where in a document something is, as Kubernetes writes it: "spec.containers[0].name",
// "metadata.labels[app]". A chain of stack frames, so that walking a good document builds no text.
// A path must not outlive its parent.
class FieldPath {
 public:
  FieldPath() = default;

  FieldPath child(std::string_view name) const { return {this, Step::kMember, name, 0}; }
  FieldPath item(std::size_t index) const { return {this, Step::kIndex, {}, index}; }
  FieldPath key(std::string_view name) const { return {this, Step::kKey, name, 0}; }

  std::string text() const;

 private:
  enum class Step { kRoot, kMember, kIndex, kKey };
  FieldPath(const FieldPath* parent, Step step, std::string_view name, std::size_t index)
      : parent_(parent), step_(step), name_(name), index_(index) {}

  const FieldPath* parent_ = nullptr;
  Step step_ = Step::kRoot;
  std::string_view name_;
  std::size_t index_ = 0;
};

}  // namespace sluice::api
