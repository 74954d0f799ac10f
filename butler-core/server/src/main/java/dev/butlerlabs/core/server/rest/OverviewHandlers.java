package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.ClusterRow;
import dev.butlerlabs.core.server.view.ClusterRowBuilder;
import dev.butlerlabs.core.server.view.Overview;
import dev.butlerlabs.core.server.view.OverviewBuilder;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PoolRowBuilder;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** The first page: one list of each resource, read concurrently. */
public final class OverviewHandlers {
    private final ManagementHandlers management;
    private final RunHandlers runs;
    private final NamespaceFinder namespaces;

    public OverviewHandlers(ManagementHandlers management, RunHandlers runs, NamespaceFinder namespaces) {
        this.management = management;
        this.runs = runs;
        this.namespaces = namespaces;
    }

    public Overview overview(ApiCall call) {
        KubernetesClient client = call.kubernetes();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var state = executor.submit(() -> management.management(client));
            var clusters = executor.submit(() -> clusters(call));
            var pools = section(
                    executor,
                    () -> new NetworkPoolClient(client)
                            .list(Optional.empty()).items().stream()
                                    .map(PoolRowBuilder::row)
                                    .toList());
            var teams = section(
                    executor,
                    () -> new TeamClient(client)
                            .list().items().stream()
                                    .map(PlatformRowBuilder::team)
                                    .toList());
            var providers = section(
                    executor,
                    () -> new ProviderConfigClient(client)
                            .list(Optional.empty()).items().stream()
                                    .map(config -> PlatformRowBuilder.provider(config, Optional.empty()))
                                    .toList());
            var active = section(executor, () -> runs.rows(client));
            return OverviewBuilder.overview(new OverviewBuilder.Rows(
                    Optional.of(get(state)), get(clusters), get(pools), get(teams), get(providers), get(active)));
        }
    }

    private static <T> Future<Optional<T>> section(ExecutorService executor, Supplier<T> read) {
        return executor.submit(() -> ManagementHandlers.unlessAbsent(read));
    }

    /** Users without permission for all namespaces see the clusters of those that they may read. */
    private Optional<List<ClusterRow>> clusters(ApiCall call) {
        TenantClusterClient clusters = new TenantClusterClient(call.kubernetes());
        if (namespaces.isAllowedEverywhere(call.access(), "list", "tenantclusters")) {
            return Optional.of(rows(clusters, Optional.empty()));
        }
        List<String> readable = namespaces.namespaces(call.access(), "list", "tenantclusters");
        return readable.isEmpty()
                ? Optional.empty()
                : Optional.of(readable.stream()
                        .flatMap(name -> rows(clusters, Optional.of(name)).stream())
                        .toList());
    }

    private static List<ClusterRow> rows(TenantClusterClient clusters, Optional<String> namespace) {
        return clusters.list(namespace).items().stream()
                .map(ClusterRowBuilder::row)
                .toList();
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The request was cancelled.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ButlerException known) {
                throw known;
            }
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot read the overview.", e.getCause());
        }
    }
}
