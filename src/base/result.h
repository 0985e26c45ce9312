// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

// The closed list of ways an operation can fail, aligned with Kubernetes status reasons. Callers
// branch on the code; people read the message.
enum class Code {
  kNotFound,
  kAlreadyExists,
  kConflict,    // the object changed underneath: read again and retry
  kInvalid,     // well-formed but not acceptable; the message names the field
  kBadRequest,  // could not be understood at all
  kTooLarge,    // beyond a limit that the message names
  kExpired,     // a revision that is no longer kept: list again
  kForbidden,
  kUnauthorized,
  kTooManyRequests,
  kUnavailable,  // the other side does not answer now; retry later
  kTimeout,
  kCancelled,
  kUnsupported,  // refused by name, never silently ignored
  kInternal,
};

std::string_view to_string(Code code);

// One of several reasons for an error, for callers that show or match them one by one.
struct ErrorCause {
  std::string reason;   // "FieldValueRequired"
  std::string message;  // "Required value"
  std::string field;    // "spec.containers[0].name"

  friend bool operator==(const ErrorCause&, const ErrorCause&) = default;
};

// An error is a value. `message` is a sentence for a person: what failed, and where possible what
// to do about it.
struct Error {
  Code code = Code::kInternal;
  std::string message;
  std::vector<ErrorCause> causes = {};
  std::string verbatim = {};  // the whole answer for the caller, where somebody else worded it

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Code code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), {}});
}

// Prefixes the message with what was being done: "binding pod a/b: connection refused".
inline Error with_context(Error error, std::string_view doing) {
  error.message = std::string(doing) + ": " + error.message;
  return error;
}

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace sluice

// Returns the error of `expr` from the enclosing function, if it is one.
#define TRY(expr)                                           \
  do {                                                      \
    auto try_result = (expr);                               \
    if (!try_result.has_value()) {                          \
      return tl::unexpected(std::move(try_result).error()); \
    }                                                       \
  } while (false)

// TRY_ASSIGN(auto value, compute()): declares or assigns on success, returns the error otherwise.
#define TRY_ASSIGN(declaration, expr) \
  SLUICE_TRY_ASSIGN(declaration, expr, SLUICE_CONCAT(try_assign_, __LINE__))
#define SLUICE_CONCAT_INNER(a, b) a##b
#define SLUICE_CONCAT(a, b) SLUICE_CONCAT_INNER(a, b)
#define SLUICE_TRY_ASSIGN(declaration, expr, name)  \
  auto name = (expr);                               \
  if (!name.has_value()) {                          \
    return tl::unexpected(std::move(name).error()); \
  }                                                 \
  declaration = std::move(name).value()

// An invariant of this program, checked in all builds. Never for data that came from outside.
#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) {                                       \
      ::sluice::check_failed(#condition, __FILE__, __LINE__); \
    }                                                         \
  } while (false)
