package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.PreflightRun;
import dev.butlerlabs.core.bootstrap.run.PreflightRun.Finding;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the infrastructure without changing it. */
@Command(
        name = "preflight",
        description = {
            "Check that the infrastructure is ready for the cluster in a bootstrap file.",
            "Checks credentials, permissions, image, network, capacity and names. Changes nothing."
        },
        footer = {"  butleradm preflight -c bootstrap.yaml", "  butleradm preflight -c bootstrap.yaml -o json"})
public final class PreflightCommand implements Callable<Integer> {
    private static final TableLayout<Finding> LISTING = new TableLayout<>(
            List.of(
                    Column.of("check", finding -> finding.check().name()),
                    Column.of("result", PreflightCommand::word),
                    Column.of("detail", finding -> finding.problem().sentence()),
                    Column.of("hint", finding -> finding.problem().hint())),
            finding -> finding.check().name(),
            PreflightCommand::document,
            Comparator.comparing(finding -> 0),
            Map.of());

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    public PreflightCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        BootstrapPlan plan = file.read(session, file.surroundings(), ProviderRegistry.load(), Optional.empty());
        Optional<String> owner = ClusterStateLocations.ofThisUser(session)
                .cluster(plan.cluster())
                .keptOwner();
        List<Finding> findings = PreflightRun.of(plan, owner).findings();
        output.printer(session, common).list(LISTING, findings);
        boolean failed = findings.stream().anyMatch(finding -> finding.result() instanceof Result.Failed);
        return failed ? ErrorKind.INVALID.exitCode() : 0;
    }

    private static String word(Finding finding) {
        return switch (finding.result()) {
            case Result.Passed passed -> "passed";
            case Result.Doubtful doubtful -> "doubtful";
            case Result.Failed failed -> "failed";
            case Result.Unknown unknown -> "unknown";
        };
    }

    private static Map<String, Object> document(Finding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("check", finding.check().name());
        document.put("question", finding.check().question());
        document.put("result", word(finding));
        document.put("detail", finding.problem().sentence());
        document.put("hint", finding.problem().hint());
        return document;
    }
}
