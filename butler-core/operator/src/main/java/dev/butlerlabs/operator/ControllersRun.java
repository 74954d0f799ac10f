package dev.butlerlabs.operator;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.SharedInformers;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.reconcile.shard.ShardOptions;
import dev.butlerlabs.core.reconcile.shard.ShardReleaseCheck;
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
import java.util.SortedMap;
import java.util.TreeMap;
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

    /** Starts the controllers without webhook and shards. They own the client and close it. */
    public static ControllersRun start(KubernetesClient client, ListenAddress health, boolean leaderElect) {
        return start(client, health, Optional.empty(), leaderElect);
    }

    /**
     * Starts the controllers without shards. They own the client and close it.
     *
     * @param webhook the address of the admission webhook; empty for no webhook
     * @throws dev.butlerlabs.core.error.ButlerException if an address cannot be bound or the API server cannot be reached
     */
    public static ControllersRun start(
            KubernetesClient client, ListenAddress health, Optional<ListenAddress> webhook, boolean leaderElect) {
        return start(client, new ControllersSettings(health, webhook, leaderElect, 1));
    }

    /**
     * Starts the controllers. They own the client and close it.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if an address cannot be bound or the API server cannot be reached
     */
    public static ControllersRun start(KubernetesClient client, ControllersSettings settings) {
        HttpServerTimeouts.configure();
        Deque<Runnable> closers = new ArrayDeque<>();
        try {
            return open(client, settings, closers);
        } catch (RuntimeException e) {
            closers.forEach(Runnable::run);
            throw e;
        }
    }

    /** Starts the parts in their order. Each one is on top of the closers as soon as it has started. */
    private static ControllersRun open(
            KubernetesClient unfenced, ControllersSettings settings, Deque<Runnable> closers) {
        closers.push(unfenced::close);
        AtomicReference<ReconcilerHost> started = new AtomicReference<>();
        KubernetesClient client = settings.leaderElect() ? fenced(unfenced, started) : unfenced;
        closers.push(client::close);
        ReconcileMetrics metrics = new ReconcileMetrics();
        ReconcilerHostOptions options = options(settings);
        Optional<ShardedControllers> sharded = settings.isSharded()
                ? Optional.of(ShardedControllers.start(
                        unfenced, new ShardOptions(election(settings)), ADDON_POLL, metrics, options))
                : Optional.empty();
        sharded.ifPresent(running -> closers.push(running::close));
        MachineReconcilers machines = new MachineReconcilers(
                client, ProviderRegistry.load(), MachineOptions.standard(), InstantSource.system());
        closers.push(machines::close);
        BackupScheduleReconciler backups = new BackupScheduleReconciler(
                client,
                BackupScheduleOptions.standard(),
                metrics.backups(),
                BuildInfo.load().version(),
                () -> isLeading(started),
                Clock.systemUTC());
        closers.push(backups::close);
        List<ReconcilerDefinition<?, ?, ?>> reconcilers = ofLeader(client, settings, machines, backups).stream()
                .<ReconcilerDefinition<?, ?, ?>>map(one -> new MeteredReconciler<>(one, metrics))
                .toList();
        ReconcilerHost host = ReconcilerHost.start(
                client,
                reconcilers,
                withElection(options, unfenced, settings).withMetrics(() -> metrics.forNextStart(reconcilers)));
        closers.push(host::close);
        started.set(host);
        // The shards are released first, so that other processes need not wait for the leader's reconciliations.
        sharded.ifPresent(running -> closers.push(running::stop));
        // Replicas that do not lead answer reviews as well, and may have to write for it.
        Optional<AdmissionWebhook> webhook = settings.webhook()
                .map(address -> AdmissionWebhook.start(unfenced, address.socket(), AdmissionRules.all(unfenced)));
        webhook.ifPresent(running -> closers.push(running::close));
        HealthServer health = health(settings.health(), metrics, host, sharded, webhook);
        closers.push(health::close);
        return new ControllersRun(closers, health, webhook);
    }

    private static HealthServer health(
            ListenAddress address,
            ReconcileMetrics metrics,
            ReconcilerHost host,
            Optional<ShardedControllers> sharded,
            Optional<AdmissionWebhook> webhook) {
        return HealthServer.start(
                address,
                () -> metrics.text(host.isLeading(), undecodable(host, sharded)),
                () -> Stream.of(
                                host.unsynced().stream(),
                                sharded.stream().flatMap(running -> running.unsynced().stream()),
                                webhook.filter(running -> !running.isReady()).map(_ -> "webhook certificate").stream())
                        .flatMap(names -> names)
                        .toList());
    }

    private static SortedMap<String, Long> undecodable(ReconcilerHost host, Optional<ShardedControllers> sharded) {
        SortedMap<String, Long> counts = new TreeMap<>(host.undecodable());
        sharded.ifPresent(running -> counts.putAll(running.undecodable()));
        return counts;
    }

    /** Wraps the client so that a suspended leader starts no write after its lease has expired. */
    private static KubernetesClient fenced(KubernetesClient client, AtomicReference<ReconcilerHost> started) {
        return KubeConnector.fenced(client, () -> isLeading(started));
    }

    private static boolean isLeading(AtomicReference<ReconcilerHost> started) {
        return Optional.ofNullable(started.get()).map(ReconcilerHost::isLeading).orElse(true);
    }

    private static List<ReconcilerDefinition<?, ?, ?>> ofLeader(
            KubernetesClient client,
            ControllersSettings settings,
            MachineReconcilers machines,
            BackupScheduleReconciler backups) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>(machines.all());
        all.addAll(TenantReconcilers.ofPlatform(client, TenantOptions.standard(), IpamOptions.standard()));
        all.add(new ManagementAddonReconciler(client, ADDON_POLL));
        all.add(backups);
        if (!settings.isSharded()) {
            all.addAll(ShardedControllers.reconcilers(client, ADDON_POLL));
        }
        return all;
    }

    /** The hosts of a process share their informers if there are two. */
    private static ReconcilerHostOptions options(ControllersSettings settings) {
        ReconcilerHostOptions options = ReconcilerHostOptions.standard().withSelector("!" + Labels.ENGINE_OF);
        if (!settings.isSharded()) {
            return options;
        }
        SharedInformers informers = new SharedInformers();
        return options.withInformers(() -> informers);
    }

    private static ReconcilerHostOptions withElection(
            ReconcilerHostOptions options, KubernetesClient client, ControllersSettings settings) {
        if (!settings.leaderElect()) {
            return options;
        }
        ReconcilerHostOptions elected = options.withLeaderElection(election(settings));
        return settings.isSharded()
                ? elected
                : elected.withStartCondition(new ShardReleaseCheck(client, election(settings)));
    }

    private static LeaderElection election(ControllersSettings settings) {
        return new LeaderElection(Namespaces.SYSTEM, LEASE, ProcessIdentity.current()).withShards(settings.shards());
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
