package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.migration.ConfigFileConversion;
import dev.butlerlabs.core.bootstrap.migration.UpstreamConfigConverter;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Converts a bootstrap file of the upstream butleradm. */
@Command(
        name = "convert",
        description = {
            "Convert a bootstrap file of the upstream butleradm.",
            "Comments at the top of the result list the changes. Secrets are replaced by environment variables."
        },
        footer = {
            "  butleradm config convert -c upstream.yaml",
            "  butleradm config convert -c upstream.yaml -o bootstrap.yaml"
        })
final class ConvertCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private PlanOptions input = new PlanOptions();

    ConvertCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<Path> file = destination.path();
        file.ifPresent(path -> destination.checkFree(List.of(path)));
        ProviderRegistry providers = ProviderRegistry.load();
        ConfigFileConversion conversion = UpstreamConfigConverter.convert(input.text(session), providers);
        verify(conversion, providers);
        print(conversion, file);
    }

    /** Parses the result as the bootstrap command does, except that secrets and files need not exist. */
    private void verify(ConfigFileConversion conversion, ProviderRegistry providers) {
        ConfigText converted = new ConfigText(input.file() + " (converted)", conversion.yaml());
        BootstrapPlan.read(converted, PlaceholderSecrets.in(input.surroundings()), providers, Optional.empty())
                .warnings()
                .forEach(warning -> session.messages().print("warning: " + warning));
    }

    private void print(ConfigFileConversion conversion, Optional<Path> file) {
        String text = destination.format() == OutputFormat.JSON
                ? JsonTextWriter.pretty(conversion.tree()) + "\n"
                : conversion.yaml();
        file.ifPresentOrElse(
                path -> {
                    DestinationOptions.write(path, text);
                    report("Converted file written to %s.".formatted(path));
                },
                () -> session.terminal().out().print(text));
    }

    private void report(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
