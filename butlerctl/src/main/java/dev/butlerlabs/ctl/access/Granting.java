package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.access.Grant;
import dev.butlerlabs.core.tenant.access.TenantAccess;
import dev.butlerlabs.core.tenant.change.TenantRules;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A grant as it is asked for, with the kubeconfig that comes of it. */
record Granting(String cluster, Grant grant, Duration lifetime) {
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(24);

    void check() {
        List<Problem> problems = new ArrayList<>();
        boolean byToken = grant.kind() == Grant.Kind.TOKEN;
        if (grant.name().isBlank() || (byToken && !TenantRules.isName(grant.name()))) {
            problems.add(new Problem(
                    "WHO", "'%s' is not a name".formatted(grant.name()), "use small letters, digits and dashes"));
        }
        if (grant.role().isBlank()) {
            problems.add(new Problem("--role", "is empty"));
        }
        grant.within()
                .filter(namespace -> !TenantRules.isName(namespace))
                .ifPresent(
                        namespace -> problems.add(new Problem("--within", "'%s' is not a name".formatted(namespace))));
        if (byToken && (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0)) {
            problems.add(new Problem("--expires-in", "must be from 10m to 24h"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The grant is not possible.", problems);
        }
    }

    /** Makes the grant; a kubeconfig comes of it by token alone. */
    Optional<Kubeconfig> make(Kubeconfig administrator) {
        try (KubernetesClient tenant = TenantConnection.connect(administrator)) {
            return new TenantAccess(tenant)
                    .grant(grant, lifetime)
                    .map(token ->
                            administrator.withUser(cluster, grant.name() + "@" + cluster, Map.of("token", token)));
        }
    }

    String sentence() {
        String where = grant.within().map("namespace %s of "::formatted).orElse("all of ");
        String token =
                grant.kind() == Grant.Kind.TOKEN ? "; the token lasts %d minutes".formatted(lifetime.toMinutes()) : "";
        return "%s %s has the role %s in %s%s%s."
                .formatted(capitalised(grant.kind()), grant.name(), grant.role(), where, cluster, token);
    }

    private static String capitalised(Grant.Kind kind) {
        return switch (kind) {
            case TOKEN -> "Account";
            case USER -> "User";
            case GROUP -> "Group";
        };
    }
}
