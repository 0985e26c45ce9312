// SPDX-License-Identifier: Apache-2.0
// libyaml's event stream to documents. Aliases are copied, so their number of nodes is bounded:
// nested aliases would otherwise grow without limit ("billion laughs").
#include <yaml.h>

#include <memory>
#include <unordered_map>

#include "json/text.h"
#include "json/yaml.h"
#include "json/yaml_scalar.h"

namespace sluice::json {
namespace {

constexpr std::size_t kMaxDepth = 200;
constexpr std::size_t kMaxAliasedNodes = 100'000;

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

std::size_t count_nodes(const Value& value) {
  std::size_t nodes = 1;
  for (const Value& item : value.as_array()) {
    nodes += count_nodes(item);
  }
  for (const Member& member : value.as_object()) {
    nodes += count_nodes(member.value);
  }
  return nodes;
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
        return keep((*event).data.scalar.anchor, read_scalar(*event));
      case YAML_SEQUENCE_START_EVENT: {
        TRY_ASSIGN(Value list, read_list(depth));
        return keep((*event).data.sequence_start.anchor, std::move(list));
      }
      case YAML_MAPPING_START_EVENT: {
        TRY_ASSIGN(Value map, read_map(depth));
        return keep((*event).data.mapping_start.anchor, std::move(map));
      }
      case YAML_ALIAS_EVENT:
        return expand(*event);
      default:
        return refuse((*event).start_mark, "a value is missing");
    }
  }

  Value keep(const yaml_char_t* anchor, Value value) {
    if (anchor != nullptr) {
      anchors_[text_of(anchor)] = value;
    }
    return value;
  }

  Result<Value> expand(const yaml_event_t& event) {
    const auto anchor = anchors_.find(text_of(event.data.alias.anchor));
    if (anchor == anchors_.end()) {
      return refuse(event.start_mark, "unknown alias *" + text_of(event.data.alias.anchor));
    }
    aliased_nodes_ += count_nodes(anchor->second);
    if (aliased_nodes_ > kMaxAliasedNodes) {
      return refuse(event.start_mark, "aliases expand to too many values");
    }
    return anchor->second;
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

  yaml_parser_t parser_{};
  std::unordered_map<std::string, Value> anchors_;
  std::size_t aliased_nodes_ = 0;
  std::vector<std::string>* repeated_;
};

}  // namespace

Result<std::vector<Value>> parse_yaml(std::string_view text, std::vector<std::string>* repeated) {
  return Reader(text, repeated).read_stream();
}

}  // namespace sluice::json
