package dev.butlerlabs.adm.audit;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists who changed tenant clusters, teams and access grants. */
@Command(
        name = "audit",
        description = {
            "List who created, changed or deleted tenant clusters, teams and access grants.",
            "Users are recorded by the admission webhook as events, which the API server keeps for a limited time. Changes without an "
                    + "event are listed with the client program, from the managed fields of existing objects."
        },
        footer = {"  butleradm audit", "  butleradm audit --team payments --since 1h -o json"})
public final class AuditCommand implements Runnable {
    /** The default of --event-ttl of kube-apiserver. */
    private static final Duration EVENTS_KEPT = Duration.ofHours(1);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--team", paramLabel = "NAME", description = "Team whose namespace to use (default: BUTLER_TEAM).")
    private String team;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "How far to look back (default: ${DEFAULT-VALUE}).")
    private Duration since = Duration.ofHours(24);

    public AuditCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Instant from = session.clock().instant().minus(since);
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            Optional<Team> selected = selectedTeam().map(new TeamClient(client)::get);
            AuditReader reader = new AuditReader(client);
            List<AuditRecord> records = reader.list(selected, from).stream()
                    .filter(this::isInNamespace)
                    .toList();
            output.printer(session, common).list(AuditTable.LISTING, records);
            if (!common.isQuiet()) {
                if (records.isEmpty()) {
                    session.messages()
                            .print("No changes found since %s.".formatted(from.truncatedTo(ChronoUnit.SECONDS)));
                }
                limits(reader).forEach(session.messages()::print);
            }
        }
    }

    private Optional<String> selectedTeam() {
        return Optional.ofNullable(team)
                .or(() -> session.terminal()
                        .environment("BUTLER_TEAM")
                        .filter(name -> !name.isBlank() && !connection.allNamespaces()));
    }

    private boolean isInNamespace(AuditRecord record) {
        return connection.namespace().isEmpty()
                || connection.namespace().equals(record.subject().namespace());
    }

    /** Returns what the list cannot contain. */
    private List<String> limits(AuditReader reader) {
        Optional<Boolean> recording = reader.isRecordingUsers();
        if (recording.isEmpty()) {
            return List.of(
                    "Cannot check whether users are recorded: reading ValidatingWebhookConfiguration butler-webhook failed.");
        }
        if (!recording.get()) {
            return List.of(
                    "Users are not recorded: the admission webhook is not installed. Deletions are missing, and changes show only the client program.");
        }
        return since.compareTo(EVENTS_KEPT) > 0
                ? List.of(
                        "The API server deletes events after some time (--event-ttl, by default one hour). Older changes show only the client program.")
                : List.of();
    }
}
