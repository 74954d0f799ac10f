package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.pages.FishCompletion;
import dev.butlerlabs.core.cli.pages.PowerShellCompletion;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints completion scripts. */
@Command(
        name = "completion",
        description = "Print a shell completion script.",
        footer = {
            "  . <(${ROOT-COMMAND-NAME} completion bash)",
            "  ${ROOT-COMMAND-NAME} completion zsh > ~/.${ROOT-COMMAND-NAME}.zsh",
            "  ${ROOT-COMMAND-NAME} completion fish > ~/.config/fish/completions/${ROOT-COMMAND-NAME}.fish",
            "  ${ROOT-COMMAND-NAME} completion powershell > ${ROOT-COMMAND-NAME}.ps1"
        })
public final class CompletionCommand implements Runnable, OfflineCommand {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    public CompletionCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        CommandLine tool = spec.root().commandLine();
        session.terminal().out().print(script(tool));
    }

    /** Returns the script. bash and zsh share one: in zsh it loads the adapter for bash completions. */
    private String script(CommandLine tool) {
        return switch (shell) {
            case BASH, ZSH ->
                DynamicCompletionCandidates.inBash(
                        tool.getCommandName(), AutoComplete.bash(tool.getCommandName(), tool));
            case FISH -> FishCompletion.of(tool.getCommandSpec());
            case POWERSHELL -> PowerShellCompletion.of(tool.getCommandSpec());
        };
    }

    private enum Shell {
        BASH,
        ZSH,
        FISH,
        POWERSHELL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
