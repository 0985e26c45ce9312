// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

struct z_stream_s;

namespace sluice::http {

// Unpacks a body that arrives piece by piece and names its Content-Encoding, in bounded memory: a
// little that unpacks to much is given out bit by bit. For one thread at a time.
class Inflater {
 public:
  enum class Form { kGzip, kDeflate };  // the latter with zlib's header or without
  explicit Inflater(Form form);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Whether take() would give nothing more without it.
  bool wants_input() const { return input_.empty(); }
  void feed(std::string input);

  // Appends the next bytes, 64 KiB at most. Invalid: this is damaged.
  Result<void> take(std::string& out);

  // Whether the body may end here.
  bool is_whole() const { return whole_; }

 private:
  Result<void> begin();

  const Form form_;
  std::unique_ptr<z_stream_s> stream_;
  bool begun_ = false;
  bool whole_ = true;  // nothing is
  std::string input_;
  std::size_t used_ = 0;  // of the input
};

}  // namespace sluice::http
