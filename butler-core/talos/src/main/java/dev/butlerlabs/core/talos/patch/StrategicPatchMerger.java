package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.ConfigDocumentTypes;
import dev.butlerlabs.core.talos.config.ConfigFieldType;
import dev.butlerlabs.core.talos.config.DocumentId;
import dev.butlerlabs.core.talos.config.PatchDeletion;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Merges the documents of a patch into those of a configuration. */
final class StrategicPatchMerger {
    private static final Set<String> NAMES_ONLY = Set.of("version", "apiVersion", "kind", "name");

    private final String source;
    private final List<Map<String, Object>> documents;

    private StrategicPatchMerger(String source, List<Map<String, Object>> documents) {
        this.source = source;
        this.documents = new ArrayList<>(documents);
    }

    static List<Map<String, Object>> apply(
            List<Map<String, Object>> documents, ConfigurationPatch.StrategicMerge patch) {
        StrategicPatchMerger merging = new StrategicPatchMerger(patch.source(), documents);
        patch.documents()
                .forEach(document -> merging.merge(UntypedTree.of(document).copy()));
        return merging.documents;
    }

    private void merge(Map<String, Object> patch) {
        DocumentId id = DocumentId.of(patch);
        try {
            if (PatchDeletion.isMarked(patch)) {
                remove(id);
            } else {
                mergeInto(find(id), patch, id);
            }
        } catch (UnfitException e) {
            throw ButlerException.invalid(
                    "Cannot apply patch %s.".formatted(source), List.of(new InputProblem(e.path(id), e.getMessage())));
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
        ConfigFieldType.Struct shape = id.isMain()
                ? ConfigDocumentTypes.get().main()
                : ConfigDocumentTypes.get().kind(id.kind()).orElseThrow();
        List<PatchRemoval> removals = PatchRemoval.takeOutOf(patch);
        if (target.isPresent()) {
            for (PatchRemoval removal : removals) {
                removal.apply(target.get(), shape);
            }
            TreeMerger.merge(target.get(), patch, shape);
        } else if (removals.isEmpty() || !NAMES_ONLY.containsAll(patch.keySet())) {
            documents.add(patch);
        }
    }
}
