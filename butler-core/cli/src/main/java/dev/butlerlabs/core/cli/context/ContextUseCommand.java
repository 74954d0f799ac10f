package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ContextOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KnownContext;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Chooses a context for further commands. */
@Command(
        name = "use",
        description = {
            "Choose the cluster that further commands of butleradm and butlerctl use.",
            "--kubeconfig, --context, BUTLER_CONTEXT and KUBECONFIG take precedence."
        },
        footer = {
            "  ${ROOT-COMMAND-NAME} context use prod",
            "  ${ROOT-COMMAND-NAME} context use kubeconfig/prod",
            "  ${ROOT-COMMAND-NAME} context use --clear"
        })
final class ContextUseCommand implements Runnable {
    /** Variables that take precedence over the choice. */
    private static final List<String> STRONGER = List.of("BUTLER_CONTEXT", "KUBECONFIG");

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "Name as in 'context list', or with its origin, such as cluster/prod; omit with --clear.",
            completionCandidates = ContextNameCandidates.class)
    private String name;

    @Option(names = "--clear", description = "Forget the stored choice.")
    private boolean clear;

    ContextUseCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (clear == (name != null)) {
            throw new ButlerException(
                    ErrorCode.USAGE, "Specify either NAME or --clear.", "List the names with 'context list'.");
        }
        KubeconfigSearch search = KubeconfigSearch.in(session.terminal()::environment);
        if (clear) {
            search.forgetChoice();
            report("No context is chosen now.");
            return;
        }
        KnownContext chosen = search.choose(name);
        report("Commands use %s now%s."
                .formatted(
                        chosen.qualifiedName(),
                        chosen.server().map(server -> " (" + server + ")").orElse("")));
        warnOfVariables(chosen);
    }

    private void report(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }

    private void warnOfVariables(KnownContext chosen) {
        Optional<CurrentContext> current = current();
        STRONGER.stream()
                .filter(variable -> session.terminal()
                        .environment(variable)
                        .filter(value -> !value.isBlank())
                        .isPresent())
                .filter(_ -> !current.flatMap(CurrentContext::known).equals(Optional.of(chosen)))
                .findFirst()
                .ifPresent(variable -> session.messages()
                        .print(
                                "warning: %s is set and takes precedence over the chosen context.".formatted(variable),
                                "hint: Unset it to use %s.".formatted(chosen.qualifiedName())));
    }

    private Optional<CurrentContext> current() {
        try {
            return Optional.of(CurrentContext.find(session, new ContextOptions()));
        } catch (ButlerException noneSelected) {
            return Optional.empty();
        }
    }
}
