package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.identity.FactPrinter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.gitops.FluxObjectStatus;
import dev.butlerlabs.core.gitops.FluxResource;
import dev.butlerlabs.core.gitops.GitOpsStatus;
import dev.butlerlabs.core.gitops.ObjectDrift;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prints the state of GitOps: objects with problems first, then the differences to the repository.
 *
 * @param drift the differences; empty if they were not determined
 */
public record GitOpsStatusText(GitOpsStatus status, Optional<List<ObjectDrift>> drift) {
    private static final List<Column<FluxObjectStatus>> COLUMNS = List.of(
            Column.of("kind", object -> object.object().kind()),
            Column.of("name", object -> object.object().objectName()),
            Column.of("ready", object -> object.ready().orElse("-")),
            Column.of("revision", object -> object.revision().orElse("-")),
            Column.of("updated", object -> object.updated().orElse("-")),
            Column.of("problem", object -> object.problem().orElse("-")));

    public void print(OutputPrinter printer) {
        switch (printer.format()) {
            case JSON, YAML, TEMPLATE -> printer.document(document());
            case NAME ->
                status.objects()
                        .forEach(object ->
                                printer.text().println(object.object().text().replace(' ', '/')));
            case TABLE, WIDE -> table(printer);
        }
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>(status.document());
        drift.ifPresent(found ->
                document.put("drift", found.stream().map(ObjectDrift::document).toList()));
        return document;
    }

    private void table(OutputPrinter printer) {
        FactPrinter facts = new FactPrinter(printer);
        Optional<FluxObjectStatus> repository = status.find(FluxResource.GIT_REPOSITORY);
        Optional<FluxObjectStatus> kustomization = status.find(FluxResource.KUSTOMIZATION);
        facts.fact("GitOps", status.isEnabled() ? "enabled" : status.isDisabled() ? "disabled" : "incomplete");
        facts.fact("Repository", repository.flatMap(object -> object.spec("url")));
        facts.fact("Branch", repository.flatMap(object -> object.spec("ref.branch")));
        facts.fact("Path", kustomization.flatMap(object -> object.spec("path")));
        kustomization.filter(FluxObjectStatus::isOwned).ifPresent(object -> {
            facts.fact("Prune", object.content().isTrue("spec.prune"));
            facts.fact("Applied objects", object.inventory().size());
        });
        if (!status.isDisabled()) {
            facts.table("Objects", status.objects(), COLUMNS);
        }
        drift.ifPresent(found -> drift(printer, found));
    }

    private static void drift(OutputPrinter printer, List<ObjectDrift> found) {
        printer.text().println();
        printer.text().println(found.isEmpty() ? "Drift: none." : "Drift:");
        found.stream()
                .flatMap(object -> object.lines().stream())
                .forEach(line -> printer.text().println("  " + line));
    }

    /** Returns whether differences were found. */
    public boolean hasDrift() {
        return drift.filter(found -> !found.isEmpty()).isPresent();
    }
}
