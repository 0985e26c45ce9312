// SPDX-License-Identifier: Apache-2.0
// Protobuf message to JSON by the schema. A field with `via` lives in an embedded message of that
// number which JSON writes inline. Lists of numbers are never packed: Kubernetes' encoder is that
// of protobuf 2.
#include <algorithm>
#include <bit>
#include <cmath>

#include "api/canonical.h"
#include "api/protobuf.h"
#include "api/wire.h"
#include "base/calendar_time.h"
#include "base/text.h"
#include "cel/time.h"
#include "json/text.h"
#include "json/utf8.h"

namespace sluice::api {
namespace {

using Wire = WireReader::Field;

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxRawDepth = 100;  // both together stay below what JSON texts may have

tl::unexpected<Error> refuse(const Field& field, std::string_view problem) {
  return fail(Code::kBadRequest,
              "protobuf: field " + std::string(field.name) + ": " + std::string(problem));
}

// Fields 1, 2 and 3 of the small messages behind scalars: Quantity, Time, IntOrString, raw JSON.
struct Small {
  std::int64_t integers[4] = {};
  std::string_view texts[4];
  bool any = false;
};

Result<Small> read_small(std::string_view bytes) {
  Small small;
  WireReader reader(bytes);
  while (true) {
    TRY_ASSIGN(const auto field, reader.next());
    if (!field) {
      return small;
    }
    if (field->number < 4) {
      small.integers[field->number] = static_cast<std::int64_t>(field->integer);
      small.texts[field->number] = field->text;
      small.any = true;
    }
  }
}

json::Value time_value(const Small& small, FieldType type) {
  const std::int64_t seconds = small.integers[1];
  if (!small.any || seconds < CalendarTime::kEarliest || seconds > CalendarTime::kLatest) {
    return {};
  }
  const auto nanoseconds =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(small.integers[2], 0, 999'999'999));
  return format_calendar_time({seconds, nanoseconds}, type == FieldType::kTime ? 0 : 6);
}

class Decoder {
 public:
  Result<json::Value> message(const Schema& schema, std::string_view bytes, std::uint32_t via,
                              json::Value object) {
    if (++depth_ > kMaxDepth) {
      return fail(Code::kBadRequest, "protobuf: nested too deeply");
    }
    WireReader reader(bytes);
    while (true) {
      TRY_ASSIGN(const auto wire, reader.next());
      if (!wire) {
        break;
      }
      if (const Field* field = find(schema, wire->number, via)) {
        TRY(add(*field, *wire, object));
      } else if (const std::uint32_t inner = via << 8U | wire->number; inlines(schema, inner)) {
        TRY_ASSIGN(object, message(schema, wire->text, inner, std::move(object)));
      }
    }
    --depth_;
    return object;
  }

 private:
  static const Field* find(const Schema& schema, std::uint32_t number, std::uint32_t via) {
    for (const Field& field : schema.fields) {
      if (field.number == number && field.via == via) {
        return &field;
      }
    }
    return nullptr;
  }

  static bool inlines(const Schema& schema, std::uint32_t via) {
    for (const Field& field : schema.fields) {
      if (field.via == via || field.via >> 8U == via) {
        return true;
      }
    }
    return false;
  }

  Result<void> add(const Field& field, const Wire& wire, json::Value& object) {
    if (field.shape == Shape::kMap) {
      return add_entry(field, wire, object);
    }
    if (field.shape == Shape::kList) {
      return add_item(field, wire, object);
    }
    TRY_ASSIGN(json::Value value, one(field, wire));
    // Go's encoder writes zeros, empty texts and times whether they were set or not
    if (!means_nothing(field, value)) {
      object[field.name] = std::move(value);
    }
    return {};
  }

  Result<void> add_item(const Field& field, const Wire& wire, json::Value& object) {
    TRY_ASSIGN(json::Value value, one(field, wire));
    object[field.name].array().push_back(std::move(value));
    return {};
  }

  Result<void> add_entry(const Field& field, const Wire& wire, json::Value& object) {
    std::string key;
    json::Value value = empty_value(field);
    WireReader reader(wire.text);
    while (true) {
      TRY_ASSIGN(const auto part, reader.next());
      if (!part) {
        break;
      }
      if (part->number == 1) {
        key = part->text;
      } else if (part->number == 2) {
        TRY_ASSIGN(value, one(field, *part));
      }
    }
    if (!json::is_utf8(key)) {
      return refuse(field, "a key that is not UTF-8");
    }
    object[field.name][key] = std::move(value);
    return {};
  }

  static json::Value empty_value(const Field& field) {
    if (field.type == FieldType::kObject && field.schema != nullptr) {
      return json::Object{};
    }
    if (field.type == FieldType::kQuantity) {
      return "0";
    }
    const bool text = field.type == FieldType::kString || field.type == FieldType::kBytes;
    return text ? json::Value("") : json::Value();
  }

  static bool is_number(FieldType type) {
    return type == FieldType::kInt32 || type == FieldType::kInt64 || type == FieldType::kBool ||
           type == FieldType::kDouble;
  }

  Result<json::Value> one(const Field& field, const Wire& wire) {
    const bool scalar_number = is_number(field.type);
    if (scalar_number == (wire.type == WireReader::Type::kText)) {
      return refuse(field, "has another type");
    }
    if (scalar_number) {
      return number(field, wire.integer);
    }
    switch (field.type) {
      case FieldType::kBytes:
      case FieldType::kString:
        return text(field, wire.text);
      case FieldType::kObject:
        return object(field, wire.text);
      default:
        return small(field, wire.text);
    }
  }

  static Result<json::Value> number(const Field& field, std::uint64_t bits) {
    switch (field.type) {
      case FieldType::kBool:
        return json::Value(bits != 0);
      case FieldType::kInt32:
        return json::Value(static_cast<std::int32_t>(bits));
      case FieldType::kInt64:
        return json::Value(static_cast<std::int64_t>(bits));
      default:
        break;
    }
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) {
      return refuse(field, "is not a number JSON can hold");
    }
    return json::Value(value);
  }

  static Result<json::Value> text(const Field& field, std::string_view bytes) {
    const bool binary = field.type == FieldType::kBytes;
    if (!binary && !json::is_utf8(bytes)) {
      return refuse(field, "is not UTF-8");
    }
    json::Value value = binary ? base64_encode(bytes) : std::string(bytes);
    return value;
  }

  Result<json::Value> object(const Field& field, std::string_view bytes) {
    if (field.schema == nullptr) {
      return raw(bytes);
    }
    TRY_ASSIGN(json::Value value, message(*field.schema, bytes, 0, json::Object()));
    if (!field.schema->wraps) {
      return value;
    }
    json::Value wrapped = value.at(field.schema->fields.front().name);
    return wrapped.is_null() ? json::Value(json::Array()) : wrapped;
  }

  // Of several, the one with the highest number counts.
  Result<json::Value> choice(const Schema& schema, std::string_view bytes) {
    json::Value chosen;
    std::uint32_t best = 0;
    WireReader reader(bytes);
    while (true) {
      TRY_ASSIGN(const auto wire, reader.next());
      if (!wire) {
        return chosen;
      }
      const Field* field = find(schema, wire->number, 0);
      if (field == nullptr || wire->number < best) {
        continue;
      }
      TRY_ASSIGN(json::Value value, one(*field, *wire));
      if (field->shape != Shape::kList) {
        chosen = std::move(value);
      } else {
        chosen = wire->number == best ? std::move(chosen) : json::Value(json::Array());
        chosen.array().push_back(std::move(value));
      }
      best = wire->number;
    }
  }

  Result<json::Value> small(const Field& field, std::string_view bytes) {
    if (field.type == FieldType::kRaw) {
      return field.schema != nullptr && field.schema->choice ? choice(*field.schema, bytes)
                                                             : raw(bytes);
    }
    TRY_ASSIGN(const Small parts, read_small(bytes));
    if (field.type == FieldType::kTime || field.type == FieldType::kMicroTime) {
      return time_value(parts, field.type);
    }
    if (field.type == FieldType::kDuration) {
      return json::Value(cel::format_duration({parts.integers[1]}));
    }
    if (field.type == FieldType::kIntOrString) {
      return parts.integers[1] == 0 ? json::Value(static_cast<std::int32_t>(parts.integers[2]))
                                    : text(field, parts.texts[3]);
    }
    return text(field, parts.texts[1]);
  }

  static Result<json::Value> raw(std::string_view bytes) {
    TRY_ASSIGN(const Small parts, read_small(bytes));
    if (parts.texts[1].empty()) {
      return json::Value();
    }
    return json::parse(parts.texts[1], {.max_depth = kMaxRawDepth});
  }

  int depth_ = 0;
};

}  // namespace

Result<json::Value> decode_message(const Schema& schema, std::string_view bytes) {
  return Decoder().message(schema, bytes, 0, json::Object{});
}

}  // namespace sluice::api
