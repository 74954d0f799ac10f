package dev.butlerlabs.adm.example;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes an example to a file. */
@Command(
        name = "copy",
        aliases = "cp",
        description = "Copy an example to a file that you can edit.",
        footer = {
            "  butleradm examples copy bootstrap-aws",
            "  butleradm examples copy bootstrap-aws platform/bootstrap.yaml"
        })
final class ExampleCopyCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    @SuppressWarnings("unused") // set by picocli
    private CommonOptions common = new CommonOptions();

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            completionCandidates = ExampleNames.class,
            description = "Name of the example.")
    private String name = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "File or existing directory to write to (default: NAME.yaml in the current directory).")
    private Optional<Path> destination = Optional.empty();

    @Option(names = "--force", description = "Overwrite existing files.")
    private boolean force;

    ExampleCopyCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        ExampleFile example = ExampleFile.named(name);
        Path chosen = destination.orElse(Path.of(example.fileName()));
        Path file = Files.isDirectory(chosen) ? chosen.resolve(example.fileName()) : chosen;
        if (!force && Files.exists(file)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s already exists.".formatted(file),
                    "Choose another file, or pass --force to overwrite it.");
        }
        AtomicFile.write(file, example.text());
        session.terminal()
                .text()
                .println("Wrote %s. Edit it, then run: %s".formatted(file, example.command(file.toString())));
    }
}
