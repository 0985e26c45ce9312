// SPDX-License-Identifier: Apache-2.0
#include "api/field_path.h"

namespace sluice::api {

std::string FieldPath::text() const {
  if (step_ == Step::kRoot) {
    return "";
  }
  std::string text = parent_->text();
  if (step_ == Step::kMember) {
    text += text.empty() ? "" : ".";
    text += name_;
  } else {
    text += "[" + (step_ == Step::kIndex ? std::to_string(index_) : std::string(name_)) + "]";
  }
  return text;
}

}  // namespace sluice::api
