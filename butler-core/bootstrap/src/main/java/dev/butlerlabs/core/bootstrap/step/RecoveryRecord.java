package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Stores the decisions of a restore in a ConfigMap of the engine before they take effect, so that a later process does not decide otherwise: which
 * machines existed before, which boot of a machine is to be wiped, and where etcd is recovered. Not thread-safe.
 */
public final class RecoveryRecord {
    private static final String BACKUP = "backup";
    private static final String EXISTING = "existing";
    private static final String BOOT = "boot.";
    private static final String MACHINE = "machine";
    private static final String PROVIDER_ID = "providerID";

    private final KubernetesClient engine;
    private final String namespace;
    private final String name;

    private RecoveryRecord(KubernetesClient engine, String namespace, String cluster) {
        this.engine = engine;
        this.namespace = namespace;
        this.name = BootstrapObjectNames.recovery(cluster);
    }

    static RecoveryRecord of(KubernetesClient engine, BootstrapReconcileContext scope) {
        return new RecoveryRecord(engine, scope.namespace(), scope.cluster());
    }

    /**
     * The decisions so far.
     *
     * @param existing names of the machines that existed before the restore
     * @param boots the boot of each existing machine that ends with a reboot, by machine name
     * @param target where etcd is recovered; empty if that is not decided, and no machine has been asked to do so
     */
    record Decisions(Set<String> existing, Map<String, String> boots, Optional<Target> target) {}

    /** The machine on which etcd is recovered. A recreated machine has the same name and another provider ID. */
    record Target(String machine, String providerId) {}

    /**
     * Starts the record of a restore, or finds that of an interrupted one, which stays as it is.
     *
     * @param bootstrap as stored in the engine
     * @param backup identifies the backup
     * @param existing names of the machines that exist; no machine may have been requested yet
     * @throws ButlerException with CONFLICT if the interrupted restore is from another backup
     */
    public static void start(KubernetesClient engine, ClusterBootstrap bootstrap, String backup, Set<String> existing) {
        String cluster = bootstrap.getSpec().cluster().name();
        RecoveryRecord record =
                new RecoveryRecord(engine, bootstrap.getMetadata().getNamespace(), cluster);
        Optional<ConfigMap> present = record.find();
        present.filter(found -> !backup.equals(found.getData().get(BACKUP))).ifPresent(_ -> {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The restore of cluster %s was started from another backup.".formatted(cluster),
                    "Use that backup, or start over with --start-over.");
        });
        if (present.isEmpty()) {
            ConfigMap first = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(record.name)
                    .withNamespace(record.namespace)
                    .addToLabels(Labels.CLUSTER, cluster)
                    .endMetadata()
                    .withData(Map.of(BACKUP, backup, EXISTING, String.join(",", new TreeSet<>(existing))))
                    .build();
            KubeErrorMapper.translating(
                    "creating ConfigMap " + record.name,
                    () -> engine.resource(OwnerReferences.own(bootstrap, first)).create());
        }
    }

    Decisions read() {
        Map<String, String> data = require().getData();
        Map<String, String> boots = new HashMap<>();
        data.forEach((key, value) -> {
            if (key.startsWith(BOOT)) {
                boots.put(key.substring(BOOT.length()), value);
            }
        });
        Set<String> existing = Arrays.stream(data.getOrDefault(EXISTING, "").split(","))
                .filter(machine -> !machine.isEmpty())
                .collect(Collectors.toSet());
        Optional<Target> target = Optional.ofNullable(data.get(MACHINE))
                .map(machine -> new Target(machine, data.getOrDefault(PROVIDER_ID, "")));
        return new Decisions(existing, boots, target);
    }

    /** Records the boots that are to end, by machine name. */
    void endBoots(Map<String, String> boots) {
        Map<String, String> data = new HashMap<>();
        boots.forEach((machine, boot) -> data.put(BOOT + machine, boot));
        add(data);
    }

    void recoverOn(Target target) {
        add(Map.of(MACHINE, target.machine(), PROVIDER_ID, target.providerId()));
    }

    private void add(Map<String, String> data) {
        ConfigMap changed = new ConfigMapBuilder(require()).addToData(data).build();
        KubeErrorMapper.translating(
                "updating ConfigMap " + name, () -> engine.resource(changed).update());
    }

    private ConfigMap require() {
        return find().orElseThrow(() -> new ButlerException(
                ErrorCode.NOT_FOUND, "ConfigMap %s with the decisions of the restore does not exist.".formatted(name)));
    }

    private Optional<ConfigMap> find() {
        return KubeErrorMapper.translating(
                "reading ConfigMap " + name,
                () -> Optional.ofNullable(engine.configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .get()));
    }
}
