// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_recorder.h"

#include <initializer_list>
#include <utility>

#include "base/log.h"
#include "base/random.h"
#include "base/timestamp.h"

namespace sluice::runtime {

namespace {

constexpr std::size_t kQueueCapacity = 4096;
constexpr std::size_t kRemembered = 4096;
constexpr std::size_t kMaxMessage = 1024;

// Never cuts inside a UTF-8 sequence.
std::string cut(std::string message) {
  if (message.size() > kMaxMessage) {
    std::size_t end = kMaxMessage;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    message.resize(end);
  }
  return message;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) {
    text.append(part).push_back('\0');
  }
  return text;
}

json::Value reference_to(const client::Object& object, const std::string& field_path) {
  json::Object reference{{"apiVersion", object.at("apiVersion")},
                         {"kind", object.at("kind")},
                         {"name", api::name(object)},
                         {"uid", api::uid(object)},
                         {"resourceVersion", api::resource_version(object)}};
  if (!api::ns(object).empty()) {
    reference["namespace"] = api::ns(object);
  }
  if (!field_path.empty()) {
    reference["fieldPath"] = field_path;
  }
  return reference;
}

}  // namespace

EventRecorder::EventRecorder(client::Client& client, Clock& clock, std::string component)
    : client_(client),
      clock_(clock),
      component_(std::move(component)),
      queue_(kQueueCapacity),
      written_(kRemembered),
      threads_(clock) {}

EventRecorder::~EventRecorder() {
  request_stop();
}

Result<void> EventRecorder::start() {
  threads_.run("events", [this] {
    while (const auto entry = queue_.pop()) {
      write(*entry);
    }
  });
  return {};
}

void EventRecorder::record(const client::Object& about, const Note& note) {
  const std::string subject = joined({api::uid(about), api::name(about)});
  const std::string topic = subject + joined({note.type, note.reason, note.field_path});
  const auto said = limits_.admit(subject, topic, cut(note.message), clock_.steady());
  if (!said) {
    return;
  }
  const std::string now = format_rfc3339(clock_.now());
  const std::string ns = api::ns(about).empty() ? "default" : api::ns(about);
  json::Object event{{"apiVersion", "v1"},
                     {"kind", "Event"},
                     {"metadata", json::Object{{"namespace", ns}}},
                     {"involvedObject", reference_to(about, note.field_path)},
                     {"type", note.type},
                     {"reason", note.reason},
                     {"message", said->message},
                     {"source", json::Object{{"component", component_}}},
                     {"firstTimestamp", now},
                     {"lastTimestamp", now},
                     {"count", 1},
                     {"reportingComponent", component_},
                     {"reportingInstance", ""}};
  Entry entry{std::move(event), said->combined ? topic : topic + joined({said->message})};
  if (!queue_.try_push(std::move(entry))) {
    log::warning("event dropped",
                 {{"about", api::to_string(api::key(about))}, {"reason", note.reason}});
  }
}

void EventRecorder::write(const Entry& entry) {
  Result<void> written = fail(Code::kNotFound, "");
  if (Written* known = written_.find(entry.identity)) {
    written = count_again(*known, entry);
  }
  if (!written && written.error().code == Code::kNotFound) {  // new, expired or deleted meanwhile
    written = write_new(entry);
  }
  if (!written) {
    log::warning("event not written", {{"reason", entry.event.at("reason").as_string()},
                                       {"error", written.error().message}});
  }
}

Result<void> EventRecorder::count_again(Written& written, const Entry& entry) {
  ++written.count;
  const json::Object body{{"count", written.count},
                          {"message", entry.event.at("message")},
                          {"lastTimestamp", entry.event.at("lastTimestamp")}};
  TRY(client_.patch(api::kinds::event(), written.key, {client::PatchType::kMerge, body}));
  return {};
}

Result<void> EventRecorder::write_new(const Entry& entry) {
  client::Object event = entry.event;
  const std::string name = event.at("involvedObject", "name").as_string() + "." + random_hex(16);
  event["metadata"]["name"] = name;
  written_.erase(entry.identity);
  TRY(client_.create(api::kinds::event(), event));
  written_[entry.identity] = {{api::ns(event), name}};
  return {};
}

}  // namespace sluice::runtime
