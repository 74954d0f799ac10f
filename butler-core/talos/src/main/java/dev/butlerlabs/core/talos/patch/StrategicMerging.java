package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.talos.config.Deletion;
import dev.butlerlabs.core.talos.config.DocumentId;
import dev.butlerlabs.core.talos.config.Shape;
import dev.butlerlabs.core.talos.config.Shapes;
import dev.butlerlabs.core.talos.config.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Merges the documents of a patch into those of a configuration. */
final class StrategicMerging {
    private static final Set<String> NAMES_ONLY = Set.of("version", "apiVersion", "kind", "name");

    private final String source;
    private final List<Map<String, Object>> documents;

    private StrategicMerging(String source, List<Map<String, Object>> documents) {
        this.source = source;
        this.documents = new ArrayList<>(documents);
    }

    static List<Map<String, Object>> apply(
            List<Map<String, Object>> documents, ConfigurationPatch.StrategicMerge patch) {
        StrategicMerging merging = new StrategicMerging(patch.source(), documents);
        patch.documents().forEach(document -> merging.merge(Trees.copy(document)));
        return merging.documents;
    }

    private void merge(Map<String, Object> patch) {
        DocumentId id = DocumentId.of(patch);
        try {
            if (Deletion.isMarked(patch)) {
                remove(id);
            } else {
                mergeInto(find(id), patch, id);
            }
        } catch (UnfitException e) {
            throw ButlerException.invalid(
                    "Cannot apply patch %s.".formatted(source), List.of(new Problem(e.path(id), e.getMessage())));
        }
    }

    private Optional<Map<String, Object>> find(DocumentId id) {
        return documents.stream()
                .filter(document -> DocumentId.of(document).equals(id))
                .findFirst();
    }

    /** Deletes a document. Does nothing if it does not exist. */
    private void remove(DocumentId id) throws UnfitException {
        if (id.isMain()) {
            throw new UnfitException("", "the main document cannot be deleted");
        }
        documents.removeIf(document -> DocumentId.of(document).equals(id));
    }

    private void mergeInto(Optional<Map<String, Object>> target, Map<String, Object> patch, DocumentId id)
            throws UnfitException {
        Shape.Struct shape =
                id.isMain() ? Shapes.get().main() : Shapes.get().kind(id.kind()).orElseThrow();
        List<Removal> removals = Removal.takeOutOf(patch);
        if (target.isPresent()) {
            for (Removal removal : removals) {
                removal.apply(target.get(), shape);
            }
            TreeMerge.merge(target.get(), patch, shape);
        } else if (removals.isEmpty() || !NAMES_ONLY.containsAll(patch.keySet())) {
            documents.add(patch);
        }
    }
}
