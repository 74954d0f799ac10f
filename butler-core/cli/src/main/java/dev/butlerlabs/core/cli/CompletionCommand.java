package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.pages.FishCompletion;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete this tool's commands. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        footer = {
            "  . <(${ROOT-COMMAND-NAME} completion bash)",
            "  ${ROOT-COMMAND-NAME} completion zsh > ~/.${ROOT-COMMAND-NAME}.zsh",
            "  ${ROOT-COMMAND-NAME} completion fish > ~/.config/fish/completions/${ROOT-COMMAND-NAME}.fish"
        })
public final class CompletionCommand implements Runnable, LightCommand {
    private final Session session;

    @SuppressWarnings("unused") // read by the parser alone
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "SHELL", description = "Shell to print it for: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    public CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        CommandLine tool = spec.root().commandLine();
        session.terminal().out().print(script(tool));
    }

    /** One script serves bash and zsh: it loads zsh's own adapter for bash completions when it finds itself there. */
    private String script(CommandLine tool) {
        return switch (shell) {
            case BASH, ZSH -> AskedNames.inBash(tool.getCommandName(), AutoComplete.bash(tool.getCommandName(), tool));
            case FISH -> FishCompletion.of(tool.getCommandSpec());
        };
    }

    private enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
