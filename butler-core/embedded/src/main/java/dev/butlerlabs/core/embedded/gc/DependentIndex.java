package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Index of objects by owner. Objects without owners are not indexed. Thread-safe. */
final class DependentIndex {
    private final Map<String, Set<ObjectKey>> byOwner = new HashMap<>();
    private final Map<ObjectKey, List<OwnerReference>> owners = new HashMap<>();

    synchronized void remember(ObjectKey place, List<OwnerReference> references) {
        forget(place);
        if (references.isEmpty()) {
            return;
        }
        owners.put(place, references);
        references.forEach(owner ->
                byOwner.computeIfAbsent(owner.uid(), uid -> new HashSet<>()).add(place));
    }

    synchronized void forget(ObjectKey place) {
        List<OwnerReference> references = owners.remove(place);
        if (references == null) {
            return;
        }
        for (OwnerReference owner : references) {
            Set<ObjectKey> places = byOwner.get(owner.uid());
            places.remove(place);
            if (places.isEmpty()) {
                byOwner.remove(owner.uid());
            }
        }
    }

    synchronized Collection<ObjectKey> of(String ownerUid) {
        return Set.copyOf(byOwner.getOrDefault(ownerUid, Set.of()));
    }

    /** Returns the dependents that block foreground deletion of the owner. */
    synchronized Collection<ObjectKey> blocking(String ownerUid) {
        return byOwner.getOrDefault(ownerUid, Set.of()).stream()
                .filter(place -> owners.get(place).stream()
                        .anyMatch(owner -> owner.uid().equals(ownerUid) && owner.blocksOwnerDeletion()))
                .toList();
    }

    /** Returns the owner references of an object. */
    synchronized List<OwnerReference> ownersOf(ObjectKey place) {
        return owners.getOrDefault(place, List.of());
    }

    synchronized Collection<ObjectKey> all() {
        return Set.copyOf(owners.keySet());
    }
}
