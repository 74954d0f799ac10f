package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.archive.EncryptedArchiveWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Creates backups of a management cluster. Objects are read first, all at one resource version, and etcd afterwards, so that the snapshot
 * contains that version. Apart from a ConfigMap with a random text, the cluster is not changed.
 */
public final class BackupCreator {
    private final KubernetesClient client;
    private final Optional<MachineSource> machines;
    private final boolean includesEtcd;
    private final ProgressReporter progress;
    private final Clock clock;
    private final Supplier<List<TenantSource>> tenants;
    private final String butlerVersion;
    private final List<String> warnings = new ArrayList<>();

    /**
     * Prepares backups.
     *
     * @param machines empty if the machines cannot be reached; the backup then has no etcd snapshot
     */
    public BackupCreator(
            KubernetesClient client,
            Optional<MachineSource> machines,
            boolean includesEtcd,
            ProgressReporter progress,
            Clock clock,
            String butlerVersion) {
        this(client, machines, includesEtcd, progress, clock, butlerVersion, List::of);
    }

    private BackupCreator(
            KubernetesClient client,
            Optional<MachineSource> machines,
            boolean includesEtcd,
            ProgressReporter progress,
            Clock clock,
            String butlerVersion,
            Supplier<List<TenantSource>> tenants) {
        this.client = client;
        this.machines = machines;
        this.includesEtcd = includesEtcd;
        this.progress = progress;
        this.clock = clock;
        this.butlerVersion = butlerVersion;
        this.tenants = tenants;
    }

    /** Returns a creator whose backups also contain the content of tenant clusters. */
    public BackupCreator withTenants(Supplier<List<TenantSource>> included) {
        return new BackupCreator(client, machines, includesEtcd, progress, clock, butlerVersion, included);
    }

    /**
     * Reads the talosconfig that the bootstrap stored in the cluster.
     *
     * @return empty if there is none
     */
    public static Optional<String> storedTalosconfig(KubernetesClient client) {
        return bootstrap(client)
                .flatMap(cluster -> secret(client, cluster, BootstrapObjectNames.talosSecrets(name(cluster))))
                .map(values -> values.get(BootstrapObjectNames.TALOSCONFIG_KEY));
    }

    /**
     * Reads the name of the cluster from its ClusterBootstrap.
     *
     * @return empty if it was not created by Butler
     */
    public static Optional<String> clusterName(KubernetesClient client) {
        return bootstrap(client).map(BackupCreator::name);
    }

    /** Returns what could not be included in the last backup. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Writes a backup. The file appears when it is complete.
     *
     * @throws ButlerException if anything but the configuration of a machine cannot be read, or the file cannot be written
     */
    public BackupManifest create(Path file, String cluster, Instant time, BackupKey key) {
        warnings.clear();
        try (EncryptedArchiveWriter archive = EncryptedArchiveWriter.create(file, cluster, time, butlerVersion, key)) {
            try {
                BackupManifest manifest = write(new EntryWriter(archive.content()), cluster, time);
                archive.finish();
                return manifest;
            } catch (IOException e) {
                throw archive.failed(e);
            }
        }
    }

    private BackupManifest write(EntryWriter entries, String cluster, Instant time) throws IOException {
        String sentinel = BackupSentinel.write(client, clock.instant());
        ObjectExporter objects = new ObjectExporter(client, entries);
        run("Objects", "Reading objects", step -> {
            objects.export();
            step.done(CountFormatter.of(
                    objects.counts().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum(),
                    "object"));
        });
        writeSecrets(entries);
        writeTenants(entries);
        BackupManifest.Etcd[] etcd = {null};
        if (includesEtcd && machines.isPresent()) {
            run("etcd", "Reading the etcd snapshot", step -> {
                etcd[0] = snapshot(entries, machines.get(), step);
                step.done("%.1f MiB from %s, checksum verified".formatted(etcd[0].bytes() / 1048576.0, etcd[0].node()));
            });
        }
        if (machines.isPresent()) {
            run("Machines", "Reading machine configurations", step -> configurations(entries, machines.get(), step));
        }
        BackupManifest manifest = new BackupManifest(
                cluster,
                time,
                butlerVersion,
                sentinel,
                objects.lister().resourceVersion(),
                objects.lister().isConsistent(),
                objects.counts(),
                objects.complete(),
                Optional.ofNullable(etcd[0]),
                entries.entries());
        entries.finish(manifest);
        return manifest;
    }

    /** A tenant cluster that does not answer does not prevent a backup of the others. */
    private void writeTenants(EntryWriter entries) throws IOException {
        List<TenantSource> included = tenants.get();
        if (!included.isEmpty()) {
            run(
                    "Tenants",
                    "Reading tenant clusters",
                    step -> warnings.addAll(new TenantBatchWriter(entries, step).write(included)));
        }
    }

    private static BackupManifest.Etcd snapshot(EntryWriter entries, MachineSource source, ProgressStep step)
            throws IOException {
        String node = source.healthyControlPlane();
        step.waiting("receiving from " + node);
        SnapshotEntryStream stream = new SnapshotEntryStream(entries);
        source.snapshot(node, stream);
        return stream.finish(node);
    }

    /** A machine that is switched off does not prevent a backup: its configuration is also in a Secret. */
    private void configurations(EntryWriter entries, MachineSource source, ProgressStep step) throws IOException {
        int count = 0;
        for (String address : source.addresses()) {
            step.waiting("waiting for " + address);
            try {
                entries.add(
                        "machines/%s.yaml".formatted(address.replace(':', '-')), bytes(source.configuration(address)));
                count++;
            } catch (ButlerException e) {
                if (e.kind() == ErrorKind.CANCELLED) {
                    throw e;
                }
                warnings.add("The machine configuration of %s is missing: %s".formatted(address, e.getMessage()));
            }
        }
        step.done("%d/%d".formatted(count, source.addresses().size()));
    }

    /** Secrets and client files are also in Secrets; separate files are easier to use when no cluster is left. */
    private void writeSecrets(EntryWriter entries) throws IOException {
        Optional<ClusterBootstrap> cluster = bootstrap(client);
        if (cluster.isEmpty()) {
            warnings.add("The cluster has no ClusterBootstrap: the backup contains no Talos secrets.");
            return;
        }
        String name = name(cluster.get());
        Map<String, String> files = new TreeMap<>();
        for (String secret : List.of(BootstrapObjectNames.talosSecrets(name), BootstrapObjectNames.kubeconfig(name))) {
            secret(client, cluster.get(), secret)
                    .ifPresentOrElse(files::putAll, () -> warnings.add("Secret %s does not exist.".formatted(secret)));
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            entries.add("talos/" + file.getKey(), bytes(file.getValue()));
        }
    }

    private static Optional<ClusterBootstrap> bootstrap(KubernetesClient client) {
        return KubeErrorMapper.askingForKind(
                        client,
                        "clusterbootstraps",
                        "listing clusterbootstraps",
                        () -> client.resources(ClusterBootstrap.class)
                                .inAnyNamespace()
                                .list()
                                .getItems())
                .stream()
                .findFirst();
    }

    private static String name(ClusterBootstrap bootstrap) {
        return bootstrap.getSpec().cluster().name();
    }

    private static Optional<Map<String, String>> secret(KubernetesClient client, ClusterBootstrap owner, String name) {
        Secret secret = KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> client.secrets()
                        .inNamespace(owner.getMetadata().getNamespace())
                        .withName(name)
                        .get());
        return Optional.ofNullable(secret).map(Secret::getData).map(data -> {
            Map<String, String> texts = new TreeMap<>();
            data.forEach((key, value) ->
                    texts.put(key, new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
            return texts;
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @FunctionalInterface
    private interface Work {
        void run(ProgressStep step) throws IOException;
    }

    private void run(String name, String title, Work work) throws IOException {
        ProgressStep step = progress.start(name, title);
        try {
            work.run(step);
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }
}
