package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import dev.butlerlabs.core.tenant.change.TenantClusterValidator;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A requested grant and the lifetime of its token. */
record GrantRequest(String cluster, TenantAccessGrant grant, Duration lifetime) {
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(24);

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
        if (byToken && (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0)) {
            problems.add(new InputProblem("--expires-in", "must be between 10m and 24h"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid grant:", problems);
        }
    }

    /**
     * Creates the grant in the tenant cluster.
     *
     * @return a kubeconfig with a token if the grant is of kind token, empty otherwise
     */
    Optional<Kubeconfig> make(Kubeconfig administrator) {
        try (KubernetesClient tenant = TenantConnection.connect(administrator)) {
            return new TenantAccessClient(tenant)
                    .grant(grant, lifetime)
                    .map(token ->
                            administrator.withUser(cluster, grant.name() + "@" + cluster, Map.of("token", token)));
        }
    }

    String sentence() {
        String where = grant.within().map("namespace %s of "::formatted).orElse("all namespaces of ");
        String token = grant.kind() == TenantAccessGrant.Kind.TOKEN
                ? "; the token expires in %d minutes".formatted(lifetime.toMinutes())
                : "";
        return "%s %s granted role %s in %s%s%s."
                .formatted(capitalised(grant.kind()), grant.name(), grant.role(), where, cluster, token);
    }

    private static String capitalised(TenantAccessGrant.Kind kind) {
        return switch (kind) {
            case TOKEN -> "Account";
            case USER -> "User";
            case GROUP -> "Group";
        };
    }
}
