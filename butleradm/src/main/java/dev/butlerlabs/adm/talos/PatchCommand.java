package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Applies patches to a machine configuration. */
@Command(
        name = "patch",
        description = {
            "Apply strategic merge or JSON patches to a machine configuration.",
            "Prints the result, or writes it to --output. The input file stays unchanged."
        },
        footer = {
            "  butleradm talos patch --config worker.yaml --patch labels.yaml",
            "  butleradm talos patch --config a.yaml --patch p.yaml --output b.yaml"
        })
final class PatchCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Option(
            names = {"-c", "-f", "--config", "--filename"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration file to read; use - for standard input.")
    private Path config;

    @Option(names = "--patch", paramLabel = "FILE", description = "Patch file; repeatable, applied in order.")
    private List<Path> patches = new ArrayList<>();

    PatchCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<Path> file = destination.path();
        file.ifPresent(path -> destination.checkFree(List.of(path)));
        MachineConfiguration before =
                MachineConfiguration.parse(config.toString(), InputFileReader.read(session, config), Optional.empty());
        MachineConfiguration after = PatchApplier.apply(before, InputFileReader.patches(patches));
        String text = destination.format() == OutputFormat.JSON
                ? JsonTextWriter.pretty(
                                after.documents().size() == 1
                                        ? after.documents().getFirst()
                                        : after.documents())
                        + "\n"
                : after.yaml();
        file.ifPresentOrElse(
                path -> {
                    DestinationOptions.write(path, text);
                    tell("Patched configuration written to %s.".formatted(path));
                },
                () -> session.terminal().out().print(text));
    }

    private void tell(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
