package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.access.AccessAnswer;
import dev.butlerlabs.core.identity.access.AccessExplainer;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.core.identity.access.AccessSubject;
import dev.butlerlabs.core.identity.access.ResourceResolver;
import dev.butlerlabs.core.identity.access.ResourceResolver.ResourceType;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether a request is permitted. */
@Command(
        name = "can-i",
        description = {
            "Check whether you or another user may do something in a namespace.",
            "Prints yes or no; the exit code for no is 4. For the creation of tenant clusters, exhausted limits of the "
                    + "team count as well."
        },
        footer = {
            "  butlerctl can-i create tenantclusters --team payments --explain",
            "  butlerctl can-i delete tenantclusters demo --as ada@example.com",
            "  butlerctl can-i get secrets --as bob --as-group devs --explain"
        })
public final class CanICommand implements Callable<Integer> {
    private static final String EVERYONE = "system:authenticated";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(index = "0", paramLabel = "VERB", description = "Verb, such as get, create or delete.")
    private String verb;

    @Parameters(
            index = "1",
            paramLabel = "RESOURCE",
            description = "Resource, such as tenantclusters, deployments.apps or pods/exec.")
    private String resource;

    @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "Name of the object.")
    private String name;

    @Option(names = "--as", paramLabel = "USER", description = "User to check instead of yourself.")
    private String user;

    @Option(names = "--as-group", paramLabel = "GROUP", description = "Group of the user of --as; repeatable.")
    private List<String> groups = new ArrayList<>();

    @Option(names = "--explain", description = "Name the binding, the rule or the limit that decides.")
    private boolean explain;

    public CanICommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Optional<AccessSubject> subject = subject();
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            AccessQuestion question = question(new ResourceResolver(client).resolve(resource));
            AccessExplainer explainer = new AccessExplainer(client);
            AccessAnswer answer = explain ? explainer.explain(question, subject) : explainer.answer(question, subject);
            print(answer);
            return answer.allowed() ? 0 : ErrorKind.DENIED.exitCode();
        }
    }

    private Optional<AccessSubject> subject() {
        if (user == null) {
            if (!groups.isEmpty()) {
                throw new ButlerException(ErrorCode.USAGE, "--as-group requires --as.");
            }
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(groups);
        all.add(EVERYONE);
        return Optional.of(new AccessSubject(user, all));
    }

    private AccessQuestion question(ResourceType type) {
        Optional<String> namespace = type.namespaced() && !connection.allNamespaces()
                ? Optional.of(ManagementClusterContext.namespace(session, connection))
                : Optional.empty();
        return new AccessQuestion(verb, type.group(), type.resource(), Optional.ofNullable(name), namespace);
    }

    private void print(AccessAnswer answer) {
        OutputPrinter printer = output.printer(session, common);
        if (output.format().isDocument()) {
            printer.document(document(answer));
            return;
        }
        printer.out().println(answer.allowed() ? "yes" : "no");
        if (!common.isQuiet()) {
            answer.decidedBy().forEach(printer.out()::println);
        }
    }

    private static Map<String, Object> document(AccessAnswer answer) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("allowed", answer.allowed());
        document.put("question", answer.question().toString());
        document.put("decidedBy", answer.decidedBy());
        return document;
    }
}
