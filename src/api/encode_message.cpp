// SPDX-License-Identifier: Apache-2.0
// JSON document to protobuf message by the schema, the other way round as decode_message. Fields
// go out by number and maps by key, as Kubernetes' own encoder writes them. What the document does
// not have is not written: a reader fills in the same zero.
#include <algorithm>
#include <array>

#include "api/protobuf.h"
#include "base/calendar_time.h"
#include "base/text.h"
#include "cel/time.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// Where a field goes: its number, within the messages that JSON writes inline.
using Place = std::array<std::uint16_t, 3>;

Place place_of(const Field& field) {
  const auto outer = static_cast<std::uint16_t>(field.via >> 8U);
  const auto inner = static_cast<std::uint16_t>(field.via & 0xffU);
  if (outer != 0) {
    return {outer, inner, field.number};
  }
  return inner != 0 ? Place{inner, field.number, 0} : Place{field.number, 0, 0};
}

class Encoder {
 public:
  explicit Encoder(WireWriter& out) : out_(out) {}

  void message(const Schema& schema, const json::Value& object) {
    if (schema.wraps) {
      value(schema.fields.front(), object);
      return;
    }
    const std::size_t begin = parts_.size();
    for (const json::Member& member : object.as_object()) {
      const Field* field = schema.find(member.key);
      if (field != nullptr && field->number != 0) {
        parts_.push_back({place_of(*field), field, &member.value});
      }
    }
    const std::size_t end = parts_.size();
    std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(begin), parts_.end(),
              [](const Part& a, const Part& b) { return a.place < b.place; });
    members(begin, end, 0);
    parts_.resize(begin);
  }

 private:
  struct Part {
    Place place;
    const Field* field;
    const json::Value* value;
  };

  // `level`: how many messages that JSON writes inline are open.
  void members(std::size_t begin, std::size_t end, std::size_t level) {
    while (begin < end) {
      const Part part = parts_[begin];
      const std::uint16_t number = part.place[level];
      if (level == 2 || part.place[level + 1] == 0) {
        value(*part.field, *part.value);
        ++begin;
        continue;
      }
      std::size_t next = begin;
      while (next < end && parts_[next].place[level] == number) {
        ++next;
      }
      const std::size_t opened = out_.open(number);
      members(begin, next, level + 1);
      out_.close(opened);
      begin = next;
    }
  }

  void value(const Field& field, const json::Value& value) {
    if (field.shape == Shape::kMap) {
      map(field, value);
    } else if (field.shape == Shape::kList) {
      for (const json::Value& item : value.as_array()) {
        one(field, field.number, item);
      }
    } else {
      one(field, field.number, value);
    }
  }

  void map(const Field& field, const json::Value& value) {
    std::vector<const json::Member*> members;
    for (const json::Member& member : value.as_object()) {
      if (!member.value.is_null() || field.type == FieldType::kTime) {
        members.push_back(&member);
      }
    }
    std::sort(members.begin(), members.end(),
              [](const auto* a, const auto* b) { return a->key < b->key; });
    for (const json::Member* member : members) {
      const std::size_t opened = out_.open(field.number);
      out_.text(1, member->key);
      if (member->value.is_null()) {
        out_.text(2, "");  // no time
      } else {
        one(field, 2, member->value);
      }
      out_.close(opened);
    }
  }

  void one(const Field& field, int number, const json::Value& value) {
    if (value.is_null()) {
      return;
    }
    switch (field.type) {
      case FieldType::kString:
        return out_.text(number, value.as_string());
      case FieldType::kBool:
        return out_.integer(number, value.as_bool() ? 1 : 0);
      case FieldType::kInt32:
      case FieldType::kInt64:
        return out_.integer(number, value.as_int());
      case FieldType::kDouble:
        return out_.real(number, value.as_double());
      case FieldType::kBytes:
        return out_.text(number, base64_decode(value.as_string()).value_or(""));
      default:
        const std::size_t opened = out_.open(number);
        small(field, value);
        out_.close(opened);
    }
  }

  // What is a message of its own in protobuf.
  void small(const Field& field, const json::Value& value) {
    switch (field.type) {
      case FieldType::kObject:
        return field.schema == nullptr ? out_.text(1, json::write(value))
                                       : message(*field.schema, value);
      case FieldType::kQuantity:
        return out_.text(1, value.is_string() ? value.as_string() : json::write(value));
      case FieldType::kTime:
      case FieldType::kMicroTime:
        return time(field.type, value.as_string());
      case FieldType::kDuration:
        return out_.integer(1,
                            cel::parse_duration(value.as_string()).value_or(cel::Duration{}).nanos);
      case FieldType::kIntOrString:
        out_.integer(1, value.is_string() ? 1 : 0);
        out_.integer(2, value.as_int());
        return out_.text(3, value.as_string());
      default:
        return field.schema != nullptr && field.schema->choice ? choice(*field.schema, value)
                                                               : out_.text(1, json::write(value));
    }
  }

  // A boolean that could have been chosen is written beside what was, as "yes".
  void choice(const Schema& schema, const json::Value& value) {
    for (const Field& field : schema.fields) {
      if (field.type == FieldType::kBool) {
        out_.integer(field.number, value == json::Value(false) ? 0 : 1);
      } else if (field.shape == Shape::kList ? value.is_array() : value.is_object()) {
        this->value(field, value);
      }
    }
  }

  void time(FieldType type, const std::string& text) {
    const auto time = parse_calendar_time(text);
    if (!time) {
      return;
    }
    const std::int32_t whole_microseconds = time->nanoseconds / 1000 * 1000;
    out_.integer(1, time->seconds);
    out_.integer(2, type == FieldType::kTime ? 0 : whole_microseconds);
  }

  WireWriter& out_;
  std::vector<Part> parts_;  // of the messages that are open: a stack, so that none is allocated
};

}  // namespace

void encode_message(const Schema& schema, const json::Value& object, WireWriter& out) {
  Encoder(out).message(schema, object);
}

}  // namespace sluice::api
