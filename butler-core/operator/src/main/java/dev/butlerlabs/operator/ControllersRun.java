package dev.butlerlabs.operator;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.core.webhook.AdmissionWebhook;
import dev.butlerlabs.core.webhook.HttpServerTimeouts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Runs all reconcilers, the admission webhook and the health server. */
public final class ControllersRun implements AutoCloseable {
    private static final String LEASE = "butler-controllers";
    private static final Duration ADDON_POLL = Duration.ofSeconds(5);

    private final Deque<Runnable> closers;
    private final HealthServer health;
    private final Optional<AdmissionWebhook> webhook;

    private ControllersRun(Deque<Runnable> closers, HealthServer health, Optional<AdmissionWebhook> webhook) {
        this.closers = closers;
        this.health = health;
        this.webhook = webhook;
    }

    /** Starts the controllers without webhook. They own the client and close it. */
    public static ControllersRun start(KubernetesClient client, ListenAddress health, boolean leaderElect) {
        return start(client, health, Optional.empty(), leaderElect);
    }

    /**
     * Starts the controllers. They own the client and close it.
     *
     * @param webhook the address of the admission webhook; empty for no webhook
     * @throws dev.butlerlabs.core.error.ButlerException if an address cannot be bound or the API server cannot be reached
     */
    public static ControllersRun start(
            KubernetesClient client, ListenAddress health, Optional<ListenAddress> webhook, boolean leaderElect) {
        HttpServerTimeouts.configure();
        Deque<Runnable> closers = new ArrayDeque<>();
        try {
            return open(client, health, webhook, leaderElect, closers);
        } catch (RuntimeException e) {
            closers.forEach(Runnable::run);
            throw e;
        }
    }

    /** Starts the parts in their order. Each one is on top of the closers as soon as it has started. */
    private static ControllersRun open(
            KubernetesClient unfenced,
            ListenAddress healthAddress,
            Optional<ListenAddress> webhookAddress,
            boolean leaderElect,
            Deque<Runnable> closers) {
        closers.push(unfenced::close);
        AtomicReference<ReconcilerHost> started = new AtomicReference<>();
        KubernetesClient client = leaderElect ? fenced(unfenced, started) : unfenced;
        closers.push(client::close);
        MachineReconcilers machines = new MachineReconcilers(
                client, ProviderRegistry.load(), MachineOptions.standard(), InstantSource.system());
        closers.push(machines::close);
        ReconcileMetrics metrics = new ReconcileMetrics();
        BackupScheduleReconciler backups = new BackupScheduleReconciler(
                client,
                BackupScheduleOptions.standard(),
                metrics.backups(),
                BuildInfo.load().version(),
                () -> isLeading(started),
                Clock.systemUTC());
        closers.push(backups::close);
        ReconcilerHost host = ReconcilerHost.start(
                client,
                all(client, machines, backups, metrics),
                options(leaderElect).withMetrics(metrics::forNextStart));
        closers.push(host::close);
        started.set(host);
        // Replicas that do not lead answer reviews as well, and may have to write for it.
        Optional<AdmissionWebhook> webhook = webhookAddress.map(
                address -> AdmissionWebhook.start(unfenced, address.socket(), AdmissionRules.all(unfenced)));
        webhook.ifPresent(running -> closers.push(running::close));
        HealthServer health = health(healthAddress, metrics, host, webhook);
        closers.push(health::close);
        return new ControllersRun(closers, health, webhook);
    }

    private static HealthServer health(
            ListenAddress address, ReconcileMetrics metrics, ReconcilerHost host, Optional<AdmissionWebhook> webhook) {
        return HealthServer.start(
                address,
                () -> metrics.text(host.isLeading(), host.undecodable()),
                () -> Stream.concat(
                                host.unsynced().stream(),
                                webhook.filter(running -> !running.isReady()).map(_ -> "webhook certificate").stream())
                        .toList());
    }

    /** Wraps the client so that a suspended leader starts no write after its lease has expired. */
    private static KubernetesClient fenced(KubernetesClient client, AtomicReference<ReconcilerHost> started) {
        return KubeConnector.fenced(client, () -> isLeading(started));
    }

    private static boolean isLeading(AtomicReference<ReconcilerHost> started) {
        return Optional.ofNullable(started.get()).map(ReconcilerHost::isLeading).orElse(true);
    }

    private static List<ReconcilerDefinition<?, ?, ?>> all(
            KubernetesClient client,
            MachineReconcilers machines,
            BackupScheduleReconciler backups,
            ReconcileMetrics metrics) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>();
        machines.all().forEach(one -> all.add(new MeteredReconciler<>(one, metrics)));
        TenantReconcilers.all(client, TenantOptions.standard(), IpamOptions.standard(), LoadBalancerOptions.standard())
                .forEach(one -> all.add(new MeteredReconciler<>(one, metrics)));
        all.add(new MeteredReconciler<>(new ManagementAddonReconciler(client, ADDON_POLL), metrics));
        all.add(new MeteredReconciler<>(new TenantAddonReconciler(client, ADDON_POLL), metrics));
        all.add(new MeteredReconciler<>(backups, metrics));
        return all;
    }

    private static ReconcilerHostOptions options(boolean leaderElect) {
        ReconcilerHostOptions options = ReconcilerHostOptions.standard().withSelector("!" + Labels.ENGINE_OF);
        return leaderElect
                ? options.withLeaderElection(new LeaderElection(Namespaces.SYSTEM, LEASE, ProcessIdentity.current()))
                : options;
    }

    /** Returns the URL of the health server, with the port that is in use. */
    public String healthAddress() {
        return health.address();
    }

    /** Returns the URL of the admission webhook, with the port that is in use. */
    public Optional<String> webhookAddress() {
        return webhook.map(AdmissionWebhook::address)
                .map(bound -> "https://%s:%d".formatted(bound.getHostString(), bound.getPort()));
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
    }
}
