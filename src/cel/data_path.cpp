// SPDX-License-Identifier: Apache-2.0
#include "cel/data_path.h"

#include <algorithm>

namespace sluice::cel {

DataPath::DataPath(std::string_view variable)
    : words_(std::make_shared<std::vector<std::string>>(1, std::string(variable))), length_(1) {}

DataPath DataPath::then(std::string_view step) const {
  DataPath longer = *this;
  ++longer.length_;
  if (words_ == nullptr || length_ == words_->size()) {
    longer.words_ = std::make_shared<std::vector<std::string>>(
        words_ == nullptr ? std::vector<std::string>() : *words_);
    longer.words_->resize(std::max<std::size_t>(1, 2 * length_));
  }
  (*longer.words_)[length_] = step;
  return longer;
}

std::span<const std::string> DataPath::steps() const {
  return length_ == 0 ? std::span<const std::string>()
                      : std::span<const std::string>(*words_).first(length_).subspan(1);
}

}  // namespace sluice::cel
