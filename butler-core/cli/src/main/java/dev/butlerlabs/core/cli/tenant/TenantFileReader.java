package dev.butlerlabs.core.cli.tenant;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.InputText;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tenant.change.TenantClusterSchemaValidator;
import dev.butlerlabs.core.tenant.change.TenantClusterValidator;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantDocumentReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reads TenantClusters from a file or standard input. Reports all problems in one exception.
 *
 * @param namespace the namespace of documents that do not name one
 */
public record TenantFileReader(CommandContext session, String namespace) {
    public TenantFileReader {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(namespace, "namespace");
    }

    /**
     * Reads the documents of a file, or of standard input if its name is a dash.
     *
     * @throws ButlerException with all problems
     */
    public List<TenantDocument> read(Path file) {
        ConfigText text = InputText.read(session, file);
        return parse(text.source(), text.text());
    }

    private List<TenantDocument> parse(String source, String text) {
        TenantDocumentReader.Reading reading = TenantDocumentReader.read(source, text);
        List<TenantDocument> documents =
                reading.documents().stream().map(one -> one.within(namespace)).toList();
        if (documents.stream().anyMatch(TenantFileReader::isBootstrapConfiguration)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s is not a TenantCluster: it has no apiVersion and no kind, and looks like a bootstrap configuration."
                            .formatted(source),
                    "Pass a file with kind TenantCluster. To create a management cluster, use 'butleradm bootstrap'.");
        }
        List<InputProblem> problems = new ArrayList<>(reading.problems());
        problems.addAll(TenantClusterValidator.check(documents, TenantClusterSchemaValidator.load()));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid cluster specification in %s:".formatted(source), problems);
        }
        return documents;
    }

    private static boolean isBootstrapConfiguration(TenantDocument document) {
        Set<String> keys = document.tree().keySet();
        return !keys.contains("apiVersion")
                && !keys.contains("kind")
                && keys.containsAll(Set.of("provider", "cluster"));
    }
}
