package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.resource.CrdStrategy.NameConflict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Detects CRDs of a group that use the same name. Of several conflicts the last one is reported, as in kube-apiserver. */
final class NameConflicts {
    private final Set<String> words = new HashSet<>();
    private final Set<String> kinds = new HashSet<>();
    private final List<NameConflict> found = new ArrayList<>();

    private NameConflicts(Collection<ResourceNames> others) {
        for (ResourceNames names : others) {
            words.add(names.plural());
            words.add(names.singular());
            words.addAll(names.shortNames());
            kinds.add(names.kind());
            kinds.add(names.listKind());
        }
    }

    static Optional<NameConflict> find(JsonNode wanted, Collection<ResourceNames> others) {
        NameConflicts conflicts = new NameConflicts(others);
        conflicts.check("PluralConflict", wanted.path("plural"), conflicts.words);
        conflicts.check("SingularConflict", wanted.path("singular"), conflicts.words);
        wanted.path("shortNames").forEach(name -> conflicts.check("ShortNamesConflict", name, conflicts.words));
        conflicts.check("KindConflict", wanted.path("kind"), conflicts.kinds);
        conflicts.check("ListKindConflict", wanted.path("listKind"), conflicts.kinds);
        return conflicts.found.isEmpty() ? Optional.empty() : Optional.of(conflicts.found.getLast());
    }

    private void check(String reason, JsonNode name, Set<String> taken) {
        if (taken.contains(name.asText())) {
            found.add(new NameConflict(reason, name.asText()));
        }
    }
}
