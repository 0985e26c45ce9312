// SPDX-License-Identifier: Apache-2.0
#include "registry/stored_object.h"

#include <memory>
#include <utility>

#include "json/text.h"

namespace sluice::registry {
namespace {

void write_name(std::string_view name, std::string& into) {
  if (into.back() != '{') {
    into += ',';
  }
  json::write_string(name, into);
  into += ':';
}

void write_members(const json::Object& members, std::string_view except, std::string& into) {
  for (const json::Member& member : members) {
    if (member.key != except) {
      write_name(member.key, into);
      json::write(member.value, into);
    }
  }
}

}  // namespace

Result<json::Value> StoredObject::decode() const {
  auto value = json::parse(text());
  if (!value.has_value()) {
    return fail(Code::kInternal,
                "stored object " + record->key + " is damaged: " + value.error().message);
  }
  return value;
}

Encoded encode(const json::Value& object) {
  std::string head = "{";
  for (const char* member : {"apiVersion", "kind"}) {
    if (const json::Value* value = object.find(member)) {
      write_name(member, head);
      json::write(*value, head);
    }
  }
  write_name("metadata", head);
  head += '{';
  write_members(object.at("metadata").as_object(), "resourceVersion", head);
  write_name("resourceVersion", head);
  head += '"';
  std::string tail = "\"}";
  for (const json::Member& member : object.as_object()) {
    if (member.key != "apiVersion" && member.key != "kind" && member.key != "metadata") {
      write_name(member.key, tail);
      json::write(member.value, tail);
    }
  }
  tail += '}';
  const std::size_t bytes = head.size() + tail.size();
  return {[head = std::move(head), tail = std::move(tail)](store::Revision revision) {
            return head + std::to_string(revision) + tail;
          },
          bytes};
}

StoredObject unstored(const json::Value& object) {
  return {std::make_shared<const store::Record>(store::Record{.value = json::write(object)})};
}

}  // namespace sluice::registry
