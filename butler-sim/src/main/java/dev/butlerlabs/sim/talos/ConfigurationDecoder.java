package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.ConfigDocumentTypes;
import dev.butlerlabs.core.talos.config.DocumentId;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.VersionContract;
import dev.butlerlabs.sim.talos.MachineDocument.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decodes the documents of a machine configuration strictly, and rejects them with the messages of a real machine. */
final class ConfigurationDecoder {
    private static final Pattern LINE = Pattern.compile(":(\\d+):\\d+$");
    private static final Pattern ENDPOINT = Pattern.compile("^\\s*(?:endpoint|- endpoint):.*$");

    private final String text;
    private final String version;

    private ConfigurationDecoder(String text, String version) {
        this.text = text;
        this.version = version;
    }

    /** @param version Talos version of the machine; keys of newer ones are unknown to it */
    static List<UntypedTree> decode(String text, String version) throws RefusedException {
        return new ConfigurationDecoder(text, version).documents();
    }

    private List<UntypedTree> documents() throws RefusedException {
        List<UntypedTree> documents = parsed();
        if (documents.isEmpty()) {
            throw RefusedException.unparsable("config not found");
        }
        for (UntypedTree document : documents) {
            requireRegistered(document);
        }
        for (UntypedTree document : documents) {
            requireEndpoint(document.at("cluster.controlPlane"));
        }
        requireKnownKeys(documents);
        return documents;
    }

    private List<UntypedTree> parsed() throws RefusedException {
        try {
            return YamlReader.documents("config", text).stream()
                    .filter(Objects::nonNull)
                    .map(UntypedTree::of)
                    .toList();
        } catch (ButlerException e) {
            InputProblem problem = e.problems().getFirst();
            Matcher line = LINE.matcher(problem.path());
            throw RefusedException.unparsable(
                    "decode error: yaml: line %s: %s".formatted(line.find() ? line.group(1) : "1", problem.sentence()));
        }
    }

    private static void requireRegistered(UntypedTree document) throws RefusedException {
        DocumentId id = DocumentId.of(document.map());
        if (!id.isMain() && ConfigDocumentTypes.get().kind(id.kind()).isEmpty()) {
            throw RefusedException.unparsable("\"%s\" \"%s\": not registered".formatted(id.kind(), id.apiVersion()));
        }
    }

    private void requireEndpoint(UntypedTree controlPlane) throws RefusedException {
        String endpoint = controlPlane.anyText("endpoint");
        if (endpoint.startsWith(":")) {
            throw undecodable(lineOf(ENDPOINT), "parse \"%s\": missing protocol scheme".formatted(endpoint));
        }
    }

    private int lineOf(Pattern pattern) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (pattern.matcher(lines.get(i)).matches()) {
                return i + 1;
            }
        }
        return 1;
    }

    /** Talos names the decoded document by its kind, which the main one has not. */
    private static RefusedException undecodable(int line, String reason) {
        return RefusedException.unparsable(
                "error decoding  to *v1alpha1.Config: yaml: unmarshal errors:\n  line %d: %s".formatted(line, reason));
    }

    private void requireKnownKeys(List<UntypedTree> documents) throws RefusedException {
        try {
            MachineConfiguration.parse("config", text, Optional.of(VersionContract.parse(version)));
        } catch (ButlerException e) {
            Map<String, Object> unknown = new TreeMap<>();
            for (InputProblem problem : e.problems()) {
                if (isUnknownKey(problem)) {
                    UntypedTree.put(unknown, problem.path(), value(documents, problem.path()));
                } else if (!problem.path().equals("machine.type")) {
                    throw undecodable(1, problem.path() + " " + problem.sentence());
                }
            }
            if (!unknown.isEmpty()) {
                throw RefusedException.unparsable("unknown keys found during decoding:\n" + YamlWriter.write(unknown));
            }
        }
    }

    private static boolean isUnknownKey(InputProblem problem) {
        return problem.sentence().equals("is not a known key")
                || problem.sentence().startsWith("is only supported since Talos");
    }

    private static Object value(List<UntypedTree> documents, String path) {
        return documents.stream()
                .flatMap(document -> document.find(path).stream())
                .findFirst()
                .orElse("");
    }
}
