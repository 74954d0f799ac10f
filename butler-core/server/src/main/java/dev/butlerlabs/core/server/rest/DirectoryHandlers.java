package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.UserClient;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ItemLists.AuditList;
import dev.butlerlabs.core.server.view.ItemLists.IdentityProviderList;
import dev.butlerlabs.core.server.view.ItemLists.UserList;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PlatformViews.AuditRow;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Users, identity providers, and who changed what. */
public final class DirectoryHandlers {
    private static final Duration DEFAULT_PERIOD = Duration.ofDays(7);
    private static final int DEFAULT_LIMIT = 200;

    private final Clock clock;

    public DirectoryHandlers(Clock clock) {
        this.clock = clock;
    }

    public UserList users(ApiCall call) {
        return new UserList(new UserClient(call.kubernetes())
                .list().complete().stream().map(PlatformRowBuilder::user).toList());
    }

    public IdentityProviderList identityProviders(ApiCall call) {
        return new IdentityProviderList(new IdentityProviderClient(call.kubernetes())
                .list().complete().stream()
                        .map(PlatformRowBuilder::identityProvider)
                        .toList());
    }

    /** Lists changes, the newest first. A page continues after the number of changes that earlier pages had. */
    public AuditList audit(ApiCall call) {
        int limit = call.query("limit").map(Integer::valueOf).orElse(DEFAULT_LIMIT);
        int skip = call.query("continue").map(DirectoryHandlers::position).orElse(0);
        List<AuditRow> rows = records(call).stream()
                .sorted(Comparator.comparing(AuditRecord::time).reversed())
                .map(DirectoryHandlers::row)
                .filter(row -> call.query("user")
                        .map(name -> row.user().filter(name::equals).isPresent())
                        .orElse(true))
                .filter(row ->
                        call.query("object").map(name -> isAbout(row, name)).orElse(true))
                .toList();
        boolean more = rows.size() > (long) skip + limit;
        return new AuditList(
                rows.stream().skip(skip).limit(limit).toList(),
                more ? Optional.of(Integer.toString(skip + limit)) : Optional.empty());
    }

    private List<AuditRecord> records(ApiCall call) {
        Instant since = call.query("since")
                .map(DirectoryHandlers::time)
                .orElseGet(() -> clock.instant().minus(DEFAULT_PERIOD));
        Optional<Team> team = call.query("team").map(name -> new TeamClient(call.kubernetes()).get(name));
        return new AuditReader(call.kubernetes()).list(team, since);
    }

    private static int position(String text) {
        if (!text.matches("[0-9]{1,7}")) {
            throw ProblemException.of(
                    400, "Malformed request", "Query parameter \"continue\" is not one of this list.");
        }
        return Integer.parseInt(text);
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw ProblemException.of(
                    400,
                    "Malformed request",
                    "Query parameter \"since\": must be a time such as 2026-11-18T20:00:00Z.");
        }
    }

    private static boolean isAbout(AuditRow row, String name) {
        return row.name().equals(name)
                || (row.namespace().orElse("") + "/" + row.name()).equals(name)
                || row.kind().equals(name);
    }

    private static AuditRow row(AuditRecord change) {
        return new AuditRow(
                change.time(),
                change.author() instanceof AuditRecord.Author.User user ? Optional.of(user.name()) : Optional.empty(),
                change.author() instanceof AuditRecord.Author.Client client
                        ? Optional.of(client.fieldManager())
                        : Optional.empty(),
                change.verb().toString(),
                change.subject().kind(),
                change.subject().namespace(),
                change.subject().name(),
                change.changes());
    }
}
