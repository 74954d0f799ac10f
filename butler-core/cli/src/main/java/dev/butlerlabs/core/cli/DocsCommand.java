package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.pages.ManPage;
import dev.butlerlabs.core.cli.pages.MarkdownReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Generates documentation from the command model, for packagers and the build. */
@Command(
        name = "docs",
        hidden = true,
        description = "Write manual pages or the Markdown reference to a directory.",
        footer = {"  ${ROOT-COMMAND-NAME} docs man target/man", "  ${ROOT-COMMAND-NAME} docs markdown docs/reference"})
public final class DocsCommand implements Runnable, OfflineCommand {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "Format: ${COMPLETION-CANDIDATES}.")
    private Kind kind;

    @Parameters(index = "1", paramLabel = "DIR", description = "Directory to write to; created if it does not exist.")
    private Path folder;

    @Spec
    private CommandSpec spec;

    public DocsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        pages().forEach(this::write);
    }

    private Map<String, String> pages() {
        CommandSpec root = spec.root();
        return switch (kind) {
            case MAN -> ManPage.of(root, BuildInfo.load().version());
            case MARKDOWN -> Map.of(root.name() + ".md", MarkdownReference.of(root));
        };
    }

    private void write(String name, String text) {
        try {
            Files.createDirectories(folder);
            Path file = Files.writeString(folder.resolve(name), text);
            session.terminal().out().println(file);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot write " + name + " to " + folder + ".", e);
        }
    }

    private enum Kind {
        MAN,
        MARKDOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
