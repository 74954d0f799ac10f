package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of one machine: a list of documents, with the main one first if there is one. It contains secrets, which
 * {@link #toString} omits. Immutable.
 */
public final class MachineConfiguration {
    private static final String VERSION = "v1alpha1";

    private final List<Map<String, Object>> documents;

    private MachineConfiguration(List<Map<String, Object>> documents) {
        this.documents = documents;
    }

    /** Returns a configuration of valid documents in canonical form. */
    public static MachineConfiguration of(List<? extends Map<String, ?>> documents) {
        List<Map<String, Object>> canonical = new ArrayList<>();
        for (Map<String, ?> document : documents) {
            canonical.add(CanonicalFormWriter.of(
                    document, shape(DocumentId.of(document)).orElseThrow()));
        }
        canonical.sort((one, other) -> Boolean.compare(isMain(other), isMain(one)));
        return new MachineConfiguration(canonical);
    }

    /**
     * Parses a configuration strictly.
     *
     * @param contract Talos version of the machine; newer keys are rejected
     * @throws ButlerException with every unknown key, wrong type and duplicate document
     */
    public static MachineConfiguration parse(String source, String text, Optional<VersionContract> contract) {
        return of(read(source, YamlReader.documents(source, text), contract, false));
    }

    /** Like {@link #parse}, for trees. */
    public static MachineConfiguration check(
            String source, List<? extends Map<String, ?>> documents, Optional<VersionContract> contract) {
        return of(read(source, new ArrayList<Object>(documents), contract, false));
    }

    /** Parses documents to merge into others. They may contain deletion markers. */
    public static List<Map<String, Object>> parsePatch(String source, List<Object> documents) {
        return read(source, documents, Optional.empty(), true);
    }

    private static List<Map<String, Object>> read(
            String source, List<Object> values, Optional<VersionContract> contract, boolean deletes) {
        UnknownKeyValidator check = new UnknownKeyValidator(contract, deletes);
        List<InputProblem> problems = new ArrayList<>();
        List<Map<String, Object>> documents = new ArrayList<>();
        Set<DocumentId> seen = new HashSet<>();
        for (Object value : values.stream().filter(Objects::nonNull).toList()) {
            if (value instanceof Map<?, ?> map) {
                Map<String, Object> document = keysAsText(map);
                DocumentId id = DocumentId.of(document);
                if (!seen.add(id) && !deletes) {
                    problems.add(new InputProblem(id.path(), id + " is a duplicate document"));
                }
                problems.addAll(document(check, document, id));
                documents.add(document);
            } else {
                problems.add(new InputProblem(source, "contains a document that is not a mapping"));
            }
        }
        problems.addAll(check.problems());
        if (documents.isEmpty() && problems.isEmpty()) {
            problems.add(new InputProblem(source, "contains no documents"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid machine configuration.", problems);
        }
        return documents;
    }

    private static Map<String, Object> keysAsText(Map<?, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), value));
        return result;
    }

    private static List<InputProblem> document(UnknownKeyValidator check, Map<String, Object> document, DocumentId id) {
        Optional<ConfigFieldType.Struct> shape = shape(id);
        if (!id.isMain() && !id.apiVersion().equals(VERSION)) {
            return List.of(new InputProblem(id.path() + ".apiVersion", "must be " + VERSION));
        }
        if (shape.isEmpty()) {
            return List.of(new InputProblem(id.path(), "has an unknown document kind"));
        }
        if (id.isMain()
                && document.keySet().stream().noneMatch(Set.of("machine", "cluster", "debug", "persist")::contains)) {
            return List.of(new InputProblem("", "a document has neither a kind nor a machine or cluster section"));
        }
        check.age(id.path(), ConfigDocumentTypes.get().since(id.kind()));
        Map<String, Object> body = new LinkedHashMap<>(document);
        if (!id.isMain()) {
            body.remove("apiVersion");
            body.remove("kind");
            body.remove(PatchDeletion.KEY);
        }
        check.check(id.path(), body, shape.get());
        return List.of();
    }

    private static Optional<ConfigFieldType.Struct> shape(DocumentId id) {
        return id.isMain()
                ? Optional.of(ConfigDocumentTypes.get().main())
                : ConfigDocumentTypes.get().kind(id.kind());
    }

    private static boolean isMain(Map<String, ?> document) {
        return DocumentId.of(document).isMain();
    }

    /** Returns a modifiable deep copy of every document. */
    public List<Map<String, Object>> documents() {
        return documents.stream()
                .map(document -> UntypedTree.of(document).copy())
                .toList();
    }

    /** Returns the main document, if there is one. */
    public Optional<Map<String, Object>> main() {
        return documents.stream()
                .filter(MachineConfiguration::isMain)
                .findFirst()
                .map(document -> UntypedTree.of(document).copy());
    }

    /** Returns the first document of a kind. */
    public Optional<Map<String, Object>> kind(String kind) {
        return documents.stream()
                .filter(document -> kind.equals(document.get("kind")))
                .findFirst()
                .map(document -> UntypedTree.of(document).copy());
    }

    public String yaml() {
        return YamlWriter.writeAll(documents);
    }

    @Override
    public String toString() {
        return "MachineConfiguration[" + documents.size() + " documents]";
    }
}
