package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BootstrapPlan;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.config.Surroundings;
import dev.butlerlabs.core.provider.Providers;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The operator's file. */
final class PlanOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The file to read.")
    private Path file;

    Path file() {
        return file;
    }

    Surroundings surroundings() {
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
        return Surroundings.ofThisProcess(folder);
    }

    /** Reads the file; warnings go to standard error. */
    BootstrapPlan read(Session session, Surroundings surroundings, Providers providers, Optional<String> expected) {
        BootstrapPlan plan = BootstrapPlan.read(file, surroundings, providers, expected);
        plan.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        return plan;
    }
}
