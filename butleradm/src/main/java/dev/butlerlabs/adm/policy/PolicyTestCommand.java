package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.tenant.TenantFileReader;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decides on tenant clusters in a file as the controllers would. */
@Command(
        name = "test",
        description = {
            "Try whether the limits of teams and the policies would admit the tenant clusters of a file.",
            "Nothing is created or reserved. An existing tenant cluster is tried as a change. Fails with exit code 3 if one would be rejected."
        },
        footer = {
            "  butleradm policy test -f cluster.yaml",
            "  butleradm policy test -f cluster.yaml -n payments --as ada@example.com",
            "  butlerctl cluster export demo | butleradm policy test -f -"
        })
final class PolicyTestCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "YAML file with one or more TenantClusters; use - for standard input.")
    private Path file;

    @Option(names = "--as", paramLabel = "USER", description = "User to check instead of yourself.")
    private String user;

    PolicyTestCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<TenantDocument> documents =
                new TenantFileReader(session, connection.namespace().orElse(Namespaces.TENANTS)).read(file);
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            Requester requester = new Requester(
                    Optional.ofNullable(user)
                            .orElseGet(
                                    () -> new AccessReviewClient(client).self().user()),
                    List.of());
            List<PolicyTestResult> results = new PolicyTestAction(client).run(documents, requester);
            output.printer(session, common).list(PolicyTestResult.LISTING, results);
            return results.stream().allMatch(PolicyTestResult::isAdmitted) ? 0 : ErrorKind.INVALID.exitCode();
        }
    }
}
