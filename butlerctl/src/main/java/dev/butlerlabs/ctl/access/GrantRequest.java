package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import dev.butlerlabs.core.tenant.change.TenantClusterValidator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A requested grant.
 *
 * @param term how long the grant lasts; empty until it is revoked
 * @param requestedLifetime how long its token is valid; empty for the default
 */
record GrantRequest(
        String cluster, TenantAccessGrant grant, Optional<Duration> term, Optional<Duration> requestedLifetime) {
    /** The minimum of the Kubernetes API. */
    private static final Duration SHORTEST_TOKEN = Duration.ofMinutes(10);

    private static final Duration LONGEST_TOKEN = Duration.ofHours(24);
    private static final Duration DEFAULT_TOKEN = Duration.ofHours(1);
    private static final Duration SHORTEST_TERM = Duration.ofSeconds(1);
    private static final Duration LONGEST_TERM = Duration.ofDays(366);

    void check() {
        List<InputProblem> problems = new ArrayList<>();
        boolean byToken = grant.kind() == TenantAccessGrant.Kind.TOKEN;
        if (grant.name().isBlank() || (byToken && !TenantClusterValidator.isName(grant.name()))) {
            problems.add(new InputProblem(
                    "WHO", "invalid name \"%s\"".formatted(grant.name()), "use lowercase letters, digits and dashes"));
        }
        if (grant.role().isBlank()) {
            problems.add(new InputProblem("--role", "must not be empty"));
        }
        grant.within()
                .filter(namespace -> !TenantClusterValidator.isName(namespace))
                .ifPresent(namespace ->
                        problems.add(new InputProblem("--within", "invalid name \"%s\"".formatted(namespace))));
        term.filter(time -> isOutside(time, SHORTEST_TERM, LONGEST_TERM))
                .ifPresent(_ -> problems.add(new InputProblem("--for", "must be between 1s and 8784h")));
        requestedLifetime
                .filter(time -> byToken && isOutside(time, SHORTEST_TOKEN, LONGEST_TOKEN))
                .ifPresent(_ -> problems.add(new InputProblem("--expires-in", "must be between 10m and 24h")));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid grant:", problems);
        }
    }

    private static boolean isOutside(Duration time, Duration shortest, Duration longest) {
        return time.compareTo(shortest) < 0 || time.compareTo(longest) > 0;
    }

    Optional<Instant> until(Instant now) {
        return term.map(now::plus);
    }

    /** Returns the lifetime of the token: by default that of the grant, within the limits of tokens. */
    Duration tokenLifetime() {
        return requestedLifetime.orElseGet(
                () -> term.map(GrantRequest::withinLimits).orElse(DEFAULT_TOKEN));
    }

    private static Duration withinLimits(Duration time) {
        if (time.compareTo(SHORTEST_TOKEN) < 0) {
            return SHORTEST_TOKEN;
        }
        return time.compareTo(LONGEST_TOKEN) > 0 ? LONGEST_TOKEN : time;
    }

    String sentence(Instant now) {
        String where = grant.within().map("namespace %s of "::formatted).orElse("all namespaces of ");
        return "%s %s granted role %s in %s%s%s%s."
                .formatted(
                        capitalised(grant.kind()),
                        grant.name(),
                        grant.role(),
                        where,
                        cluster,
                        untilText(now),
                        tokenText());
    }

    String untilText(Instant now) {
        return until(now)
                .map(time -> " until " + time.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
    }

    /** The end of the token is of interest only if it is before that of the grant. */
    private String tokenText() {
        boolean ownEnd = term.isEmpty() || term.get().compareTo(tokenLifetime()) > 0;
        return grant.kind() == TenantAccessGrant.Kind.TOKEN && ownEnd
                ? "; the token expires in %d minutes".formatted(tokenLifetime().toMinutes())
                : "";
    }

    private static String capitalised(TenantAccessGrant.Kind kind) {
        return switch (kind) {
            case TOKEN -> "Account";
            case USER -> "User";
            case GROUP -> "Group";
        };
    }
}
