// SPDX-License-Identifier: Apache-2.0
//
// A list in pages is one snapshot: the token carries its revision. When the snapshot is forgotten,
// the error offers a token that goes on with the current state.
#include <algorithm>
#include <span>
#include <utility>

#include "registry/continuation.h"
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/read_options.h"
#include "registry/registry.h"
#include "registry/revision.h"
#include "registry/selection.h"

namespace sluice::registry {
namespace {

// What to read: from `start` on, at `revision` (0: now).
struct Window {
  std::string prefix;
  std::string start;
  store::Revision revision = 0;
};

// A version that cannot be read is the list's fault here, and the server's in a watch.
Result<store::Revision> list_revision(const std::string& text) {
  auto revision = parse_revision(text);
  if (!revision) {
    return fail(Code::kBadRequest, "invalid resource version: " + revision.error().message);
  }
  return revision;
}

Result<Window> window_of(const api::Kind& kind, const ListRequest& request,
                         store::Revision current) {
  TRY(check_list_options(
      {request.resource_version, request.resource_version_match, request.continue_token}));
  TRY_ASSIGN(const store::Revision wanted, list_revision(request.resource_version));
  Window window{.prefix = kind_prefix(kind, request.ns), .start = "", .revision = 0};
  if (!request.continue_token.empty()) {
    if (wanted != 0) {
      return fail(Code::kBadRequest,
                  "specifying resource version is not allowed when using continue");
    }
    TRY_ASSIGN(const Continuation from, Continuation::parse(request.continue_token));
    window.start = window.prefix + from.start;
    window.revision = from.revision;
    return window;
  }
  TRY(check_happened(wanted, current));
  const bool exact = request.resource_version_match == "Exact" ||
                     (request.resource_version_match.empty() && request.limit != 0);
  if (exact) {
    window.revision = wanted;
  }
  return window;
}

Error expired(const ListRequest& request, const Window& window) {
  if (request.continue_token.empty()) {
    return {Code::kExpired, "The resourceVersion for the provided list is too old."};
  }
  Error error{Code::kExpired,
              "The provided continue parameter is too old to display a consistent list result. "
              "Start a new list without it, or use the token in this response to go on with the "
              "current state, which is not consistent with the pages before."};
  const Continuation rest{0, window.start.substr(window.prefix.size())};
  error.causes.push_back({"ResourceExpired", rest.token(), "metadata.continue"});
  return error;
}

}  // namespace

// As upstream, whose cache answers the version "0" and has no pages.
Result<ListPage> Registry::list(const api::Kind& kind, const ListRequest& wanted) const {
  if (Measurements::tells(kind)) {
    return measurements_.list(kind, wanted);
  }
  ListRequest request = wanted;
  if (request.resource_version == "0" && request.resource_version_match.empty()) {
    request.limit = 0;
  }
  TRY_ASSIGN(const Selection selection,
             Selection::parse(kind, request.label_selector, request.field_selector));
  TRY_ASSIGN(const Window window, window_of(kind, request, store_.revision()));
  auto range =
      store_.range(selection.prefix(kind, request.ns), window.start, window.revision, 0);
  if (!range.has_value()) {
    return tl::unexpected(range.error().code == Code::kExpired ? expired(request, window)
                                                               : range.error());
  }
  std::vector<StoredObject> objects;
  objects.reserve(range->records.size());
  for (store::RecordPtr& record : range->records) {
    if (selection.matches_place(*record)) {
      objects.push_back({std::move(record)});
    }
  }
  const bool cut = request.limit != 0 && selection.everything();
  TRY(versions_.present(kind, std::span(objects).first(cut ? std::min(request.limit, objects.size())
                                                           : objects.size())));
  ListPage page{.items = {}, .revision = range->revision, .continue_token = {}, .remaining = {}};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (request.limit != 0 && page.items.size() == request.limit) {
      const std::string& last = objects[i - 1].record->key;
      page.continue_token =
          Continuation{range->revision, last.substr(window.prefix.size()) + '\0'}.token();
      if (selection.everything()) {
        page.remaining = objects.size() - i;
      }
      break;
    }
    TRY_ASSIGN(const bool matches, selection.matches(objects[i]));
    if (matches) {
      page.items.push_back(objects[i]);
    }
  }
  return page;
}

}  // namespace sluice::registry
