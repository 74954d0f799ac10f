package dev.butlerlabs.core.identity.access;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamQuotaReport;
import dev.butlerlabs.core.identity.change.TeamQuotaReport.Row;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the limits of a team that the caller is permitted to read. Thread-safe. */
public final class ClusterLimitReader {
    private static final String QUOTA = "butler-team";
    private static final String COUNTED = "count/tenantclusters.butler.butlerlabs.dev";
    private static final int FULL = 100;

    private final KubernetesClient client;

    public ClusterLimitReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the limits and their usage: those in the Team, or, for members who cannot read Teams, the number of clusters from the
     * ResourceQuota of the namespace.
     *
     * @return empty if the team does not exist or neither can be read
     */
    public Optional<List<Row>> rows(String team) {
        return team(team).map(TeamQuotaReport::of).or(() -> quota(team).map(List::of));
    }

    /** Returns the limits that permit no further tenant cluster, each as text. */
    List<String> exhausted(String namespace) {
        return Stream.concat(rows(namespace).stream().flatMap(List::stream), quota(namespace).stream())
                .filter(row -> row.percent().filter(percent -> percent >= FULL).isPresent())
                .map(row -> "Limit of team \"%s\": %s %s of %s used."
                        .formatted(
                                namespace,
                                row.resource(),
                                row.used().orElseThrow(),
                                row.limit().orElseThrow()))
                .distinct()
                .toList();
    }

    private Optional<Team> team(String name) {
        try {
            return Optional.of(new TeamClient(client).get(name));
        } catch (ButlerException e) {
            return unreadable(e);
        }
    }

    private Optional<Row> quota(String namespace) {
        try {
            return KubeErrorMapper.translating(
                    "reading the quota of " + namespace,
                    () -> Optional.ofNullable(client.resourceQuotas()
                                    .inNamespace(namespace)
                                    .withName(QUOTA)
                                    .get())
                            .flatMap(ClusterLimitReader::row));
        } catch (ButlerException e) {
            return unreadable(e);
        }
    }

    /** Without a status the API server has not counted yet, or does not count. */
    private static Optional<Row> row(ResourceQuota quota) {
        Map<String, Quantity> used = Optional.ofNullable(quota.getStatus())
                .map(status -> Objects.requireNonNullElse(status.getUsed(), Map.<String, Quantity>of()))
                .orElse(Map.of());
        return Optional.ofNullable(quota.getSpec().getHard())
                .map(hard -> hard.get(COUNTED))
                .map(limit -> new Row("clusters", Optional.ofNullable(used.get(COUNTED)), Optional.of(limit)));
    }

    private static <T> Optional<T> unreadable(ButlerException failure) {
        if (failure.kind() == ErrorKind.DENIED || failure.code() == ErrorCode.NOT_FOUND) {
            return Optional.empty();
        }
        throw failure;
    }
}
