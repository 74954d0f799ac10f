package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BootstrapPlan;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.config.Surroundings;
import dev.butlerlabs.core.provider.Providers;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The operator's file. */
public final class PlanOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The file to read.")
    private Path file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Not required by the parser, which would ask for it when a command below the one that needs it is called. */
    Path file() {
        if (file == null) {
            throw new MissingParameterException(
                    command.commandLine(), command.findOption("--config"), "--config is missing.");
        }
        return file;
    }

    boolean isGiven() {
        return file != null;
    }

    Surroundings surroundings() {
        Path folder = Optional.ofNullable(file().toAbsolutePath().getParent()).orElse(file);
        return Surroundings.ofThisProcess(folder);
    }

    /** Reads the file; warnings go to standard error. */
    BootstrapPlan read(Session session, Surroundings surroundings, Providers providers, Optional<String> expected) {
        BootstrapPlan plan = BootstrapPlan.read(file(), surroundings, providers, expected);
        plan.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        return plan;
    }

    /** Reads the file only to look at it: secrets that are not at hand are not needed. */
    public BootstrapPlan look(Session session) {
        return read(session, StandIns.in(surroundings()), Providers.load(), Optional.empty());
    }
}
