// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::api {

// What `kubectl explain` says about the fields every object has.
struct MetadataDescription {
  std::string_view field;
  std::string_view text;
};

inline constexpr std::string_view kMetadataDescription =
    "Standard object's metadata: its name, its labels and what the server keeps about it.";

inline constexpr MetadataDescription kMetadataDescriptions[] = {
    {"annotations", "Annotations are notes by name, for tools; nothing is selected by them."},
    {"creationTimestamp", "CreationTimestamp is a timestamp of the object's creation, in UTC."},
    {"deletionTimestamp", "DeletionTimestamp is when the object is to be gone, once deleted."},
    {"finalizers", "Finalizers name who must finish before a deleted object goes."},
    {"generateName", "GenerateName is the beginning of a name that the server makes unique."},
    {"generation", "Generation counts the changes of what is wanted."},
    {"labels", "Labels are short words by name, by which objects are selected."},
    {"managedFields", "ManagedFields tells who wrote which fields."},
    {"name", "Name tells objects of one kind and namespace apart; it never changes."},
    {"namespace", "Namespace is where the name is unique; empty for objects of the whole cluster."},
    {"ownerReferences", "OwnerReferences name the objects that this one goes with."},
    {"resourceVersion", "ResourceVersion changes with every write; compare it only for equality."},
    {"uid", "UID tells this object from any other, before or after it, of the same name."},
};

}  // namespace sluice::api
