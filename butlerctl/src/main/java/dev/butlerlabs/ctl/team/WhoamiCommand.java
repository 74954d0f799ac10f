package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.ContextLogin;
import dev.butlerlabs.core.cli.identity.FactPrinter;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.identity.access.AccessSubject;
import dev.butlerlabs.core.identity.login.StoredLogin;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows who the user is to the management cluster. */
@Command(
        name = "whoami",
        description = "Show your user name and groups as the management cluster knows them.",
        footer = {"  butlerctl whoami", "  butlerctl whoami -o json"})
public final class WhoamiCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    public WhoamiCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            AccessSubject self = new AccessReviewClient(client).self();
            String namespace = ManagementClusterContext.namespace(session, connection);
            print(self, client.getMasterUrl().toString(), namespace, ContextLogin.find(session, connection));
        }
    }

    private void print(AccessSubject self, String server, String namespace, Optional<ContextLogin> login) {
        OutputPrinter printer = output.printer(session, common);
        switch (output.format()) {
            case NAME -> printer.out().println(self.user());
            case JSON, YAML, TEMPLATE -> printer.document(document(self, server, namespace, login));
            case TABLE, WIDE -> {
                FactPrinter facts = new FactPrinter(printer);
                facts.fact("User", self.user());
                facts.fact("Groups", String.join(", ", self.groups()));
                facts.fact("Server", server);
                facts.fact("Namespace", namespace);
                facts.fact("Login", login.map(found -> found.plugin().issuer()));
                facts.fact("Token expires", login.flatMap(ContextLogin::stored).map(WhoamiCommand::text));
            }
        }
    }

    private static String text(StoredLogin login) {
        return login.expiry() + (login.refreshToken().isPresent() ? ", refreshed automatically" : "");
    }

    private static Map<String, Object> document(
            AccessSubject self, String server, String namespace, Optional<ContextLogin> login) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("user", self.user());
        document.put("groups", self.groups());
        document.put("server", server);
        document.put("namespace", namespace);
        login.ifPresent(found -> document.put("login", document(found)));
        return document;
    }

    private static Map<String, Object> document(ContextLogin login) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("issuer", login.plugin().issuer());
        document.put("clientId", login.plugin().clientId());
        login.stored().ifPresent(stored -> {
            document.put("tokenExpiry", stored.expiry().toString());
            document.put("refreshable", stored.refreshToken().isPresent());
        });
        return document;
    }
}
