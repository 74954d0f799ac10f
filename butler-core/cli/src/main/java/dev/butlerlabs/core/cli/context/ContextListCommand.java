package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ContextOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import dev.butlerlabs.core.kube.UserDirectories;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists contexts. */
@Command(
        name = "list",
        aliases = "ls",
        description = {
            "List the clusters of this user and mark the one that commands use.",
            "Management clusters are those in BUTLER_HOME (default: ~/.butler); kubeconfig contexts are those of the files in KUBECONFIG (default: ~/.kube/config)."
        },
        footer = {"  ${ROOT-COMMAND-NAME} context list", "  ${ROOT-COMMAND-NAME} context list -o name"})
final class ContextListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ContextListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<CurrentContext> current = current();
        List<ContextRow> rows = KubeconfigSearch.in(session.terminal()::environment).contexts().stream()
                .map(context -> new ContextRow(
                        context,
                        current.flatMap(CurrentContext::known)
                                .filter(context::equals)
                                .isPresent()))
                .toList();
        output.printer(session, common).list(ContextRow.LAYOUT, rows);
        if (rows.isEmpty() && !common.isQuiet()) {
            UserDirectories directories = UserDirectories.of(session.terminal()::environment);
            session.messages()
                    .print("No contexts found in %s and %s."
                            .formatted(
                                    directories.butler(),
                                    session.terminal()
                                            .environment("KUBECONFIG")
                                            .filter(text -> !text.isBlank())
                                            .orElse(directories.home() + "/.kube/config")));
        }
    }

    /** A list is useful also if no context is selected: to choose one. */
    private Optional<CurrentContext> current() {
        try {
            return Optional.of(CurrentContext.find(session, new ContextOptions()));
        } catch (ButlerException noneSelected) {
            return Optional.empty();
        }
    }
}
