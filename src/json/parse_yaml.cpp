// SPDX-License-Identifier: Apache-2.0
// libyaml's event stream to documents. What has an anchor is copied for later, and again for every
// alias, so all copies together are bounded: nested ones would otherwise grow without limit
// ("billion laughs").
#include <yaml.h>

#include <algorithm>
#include <map>

#include "json/text.h"
#include "json/yaml.h"
#include "json/yaml_scalar.h"

namespace sluice::json {
namespace {

// Of all copies together: a hundred thousand numbers, or six megabytes of text.
constexpr std::size_t kNodeCost = 64;
constexpr std::size_t kMaxCopied = 100'000 * kNodeCost;

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&event_); }

  yaml_event_type_t type() const { return event_.type; }
  const yaml_event_t& operator*() const { return event_; }
  yaml_event_t* get() { return &event_; }

 private:
  yaml_event_t event_{};
};

std::string text_of(const yaml_char_t* text) {
  return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

// What a copy of a value takes.
struct Size {
  std::size_t cost = 0;
  std::size_t depth = 0;
};

// Looks no further once the cost is above `limit`.
void measure(const Value& value, std::size_t limit, std::size_t depth, Size& size) {
  size.cost += kNodeCost + value.as_string().size();
  size.depth = std::max(size.depth, depth);
  for (const Value& item : value.as_array()) {
    if (size.cost > limit) {
      return;
    }
    measure(item, limit, depth + 1, size);
  }
  for (const Member& member : value.as_object()) {
    if (size.cost > limit) {
      return;
    }
    size.cost += member.key.size();
    measure(member.value, limit, depth + 1, size);
  }
}

class Reader {
 public:
  Reader(std::string_view text, std::vector<std::string>* repeated) : repeated_(repeated) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { yaml_parser_delete(&parser_); }

  Result<std::vector<Value>> read_stream() {
    std::vector<Value> documents;
    while (true) {
      Event event;
      TRY(next(event));
      if (event.type() == YAML_STREAM_END_EVENT) {
        return documents;
      }
      if (event.type() == YAML_DOCUMENT_START_EVENT) {
        anchors_.clear();
        Event first;
        TRY(next(first));
        TRY_ASSIGN(Value document, read_node(first, 0));
        documents.push_back(std::move(document));
      }
    }
  }

 private:
  Result<void> next(Event& event) {
    if (yaml_parser_parse(&parser_, event.get()) != 0) {
      return {};
    }
    const yaml_mark_t& mark = parser_.problem_mark;
    const char* problem = parser_.problem == nullptr ? "cannot be read" : parser_.problem;
    return refuse(mark, problem);
  }

  static tl::unexpected<Error> refuse(const yaml_mark_t& mark, const std::string& problem) {
    return fail(Code::kBadRequest, "yaml: line " + std::to_string(mark.line + 1) + ", column " +
                                       std::to_string(mark.column + 1) + ": " + problem);
  }

  Result<Value> read_node(const Event& event, std::size_t depth) {
    if (depth > kMaxDepth) {
      return refuse((*event).start_mark, "nested too deeply");
    }
    switch (event.type()) {
      case YAML_SCALAR_EVENT:
        return keep(*event, (*event).data.scalar.anchor, read_scalar(*event));
      case YAML_SEQUENCE_START_EVENT: {
        TRY_ASSIGN(Value list, read_list(depth));
        return keep(*event, (*event).data.sequence_start.anchor, std::move(list));
      }
      case YAML_MAPPING_START_EVENT: {
        TRY_ASSIGN(Value map, read_map(depth));
        return keep(*event, (*event).data.mapping_start.anchor, std::move(map));
      }
      case YAML_ALIAS_EVENT:
        return expand(*event, depth);
      default:
        return refuse((*event).start_mark, "a value is missing");
    }
  }

  Result<void> charge(const yaml_event_t& event, std::size_t cost) {
    copied_ += cost;
    if (copied_ > kMaxCopied) {
      return refuse(event.start_mark, "aliases expand to too many values");
    }
    return {};
  }

  Result<Value> keep(const yaml_event_t& event, const yaml_char_t* name, Value value) {
    if (name != nullptr) {
      Size size;
      measure(value, kMaxCopied - copied_, 0, size);
      TRY(charge(event, size.cost));
      anchors_[text_of(name)] = {value, size};
    }
    return value;
  }

  Result<Value> expand(const yaml_event_t& event, std::size_t depth) {
    const auto found = anchors_.find(text_of(event.data.alias.anchor));
    if (found == anchors_.end()) {
      return refuse(event.start_mark, "unknown alias *" + text_of(event.data.alias.anchor));
    }
    const Anchor& anchor = found->second;
    TRY(charge(event, anchor.size.cost));
    if (depth + anchor.size.depth > kMaxDepth) {
      return refuse(event.start_mark, "nested too deeply");
    }
    return anchor.value;
  }

  static Value read_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const std::string tag = text_of(scalar.tag);
    const bool text_by_tag = tag == YAML_STR_TAG || tag == "!" || tag == "tag:yaml.org,2002:binary";
    if (scalar.style != YAML_PLAIN_SCALAR_STYLE || text_by_tag) {
      return text;
    }
    return resolve_plain_scalar(text);
  }

  Result<Value> read_list(std::size_t depth) {
    Array items;
    while (true) {
      Event event;
      TRY(next(event));
      if (event.type() == YAML_SEQUENCE_END_EVENT) {
        return Value(std::move(items));
      }
      TRY_ASSIGN(Value item, read_node(event, depth + 1));
      items.push_back(std::move(item));
    }
  }

  Result<Value> read_map(std::size_t depth) {
    Object map;
    Object merged;
    while (true) {
      Event event;
      TRY(next(event));
      if (event.type() == YAML_MAPPING_END_EVENT) {
        break;
      }
      TRY_ASSIGN(const std::string key, read_key(event));
      Event value_event;
      TRY(next(value_event));
      TRY_ASSIGN(Value value, read_node(value_event, depth + 1));
      if (key == "<<" && (*event).data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        merge_into(merged, value);
      } else {
        note_repeated(map, key, (*event).start_mark);
        map[key] = std::move(value);
      }
    }
    for (Member& member : merged) {
      if (map.find(member.key) == nullptr) {
        map.append(member.key, std::move(member.value));
      }
    }
    return Value(std::move(map));
  }

  void note_repeated(const Object& map, const std::string& key, const yaml_mark_t& mark) {
    if (repeated_ != nullptr && map.find(key) != nullptr) {
      repeated_->push_back("line " + std::to_string(mark.line + 1) + ": key " + write(key) +
                           " already set in map");
    }
  }

  // JSON keys are text: numbers and booleans become their text, as kubectl does it.
  static Result<std::string> read_key(const Event& event) {
    if (event.type() != YAML_SCALAR_EVENT) {
      return refuse((*event).start_mark, "a key must be a scalar");
    }
    const Value key = read_scalar(*event);
    return key.is_string() ? key.as_string() : write(key);
  }

  static void merge_into(Object& merged, const Value& source) {
    for (const Value& item : source.as_array()) {
      merge_into(merged, item);
    }
    for (const Member& member : source.as_object()) {
      if (merged.find(member.key) == nullptr) {
        merged.append(member.key, member.value);
      }
    }
  }

  struct Anchor {
    Value value;
    Size size;
  };

  yaml_parser_t parser_{};
  std::map<std::string, Anchor> anchors_;
  std::size_t copied_ = 0;
  std::vector<std::string>* repeated_;
};

}  // namespace

Result<std::vector<Value>> parse_yaml(std::string_view text, std::vector<std::string>* repeated) {
  return Reader(text, repeated).read_stream();
}

}  // namespace sluice::json
