package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.InputText;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Option for the bootstrap file. */
public final class PlanOptions {
    @Option(
            names = {"-c", "-f", "--config", "--filename"},
            paramLabel = "FILE",
            description = "Configuration file to read; use - for standard input.")
    private Path file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Returns the file.
     *
     * <p>The parser does not require the option, because it would then require it for subcommands too.
     *
     * @throws MissingParameterException if the option is missing
     */
    Path file() {
        if (file == null) {
            throw new MissingParameterException(
                    command.commandLine(), command.findOption("--config"), "Missing required option: '--config'");
        }
        return file;
    }

    public boolean isGiven() {
        return file != null;
    }

    ConfigEnvironment surroundings() {
        Path folder = Optional.ofNullable(file().toAbsolutePath().getParent()).orElse(file);
        return ConfigEnvironment.ofThisProcess(folder);
    }

    /** Returns the text of the file, or of standard input. */
    ConfigText text(CommandContext session) {
        return InputText.read(session, file());
    }

    /**
     * Reads the bootstrap file and prints warnings to standard error.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with all problems, if the file is invalid
     */
    BootstrapPlan read(
            CommandContext session,
            ConfigEnvironment surroundings,
            ProviderRegistry providers,
            Optional<String> expected) {
        BootstrapPlan plan = BootstrapPlan.read(text(session), surroundings, providers, expected);
        plan.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        return plan;
    }

    /** Reads the built-in bootstrap file of the provider local, which refers to no other files. */
    BootstrapPlan read(CommandContext session, LocalBootstrapFile builtIn, ProviderRegistry providers) {
        BootstrapPlan plan = BootstrapPlan.read(
                new ConfigText("the built-in bootstrap file", builtIn.text()),
                ConfigEnvironment.ofThisProcess(Path.of("").toAbsolutePath()),
                providers,
                Optional.of(LocalBootstrapFile.PROVIDER));
        plan.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        return plan;
    }

    /** Reads the bootstrap file for display: missing secrets are accepted. */
    public BootstrapPlan look(CommandContext session) {
        return read(session, PlaceholderSecrets.in(surroundings()), ProviderRegistry.load(), Optional.empty());
    }
}
