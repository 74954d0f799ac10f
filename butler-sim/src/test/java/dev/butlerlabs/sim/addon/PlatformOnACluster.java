package dev.butlerlabs.sim.addon;

import dev.butlerlabs.core.addon.AddonInstaller;
import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddonBuilder;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;

/** A small simulated cluster that gets parts of the platform. */
final class PlatformOnACluster implements AutoCloseable {
    static final AddonSelection EVERYTHING = new AddonSelection(
            Set.of(
                    "cilium",
                    "cert-manager",
                    "longhorn",
                    "metallb",
                    "traefik",
                    "steward",
                    "cluster-api",
                    "cluster-api-steward",
                    "cluster-api-nutanix",
                    "flux",
                    "butler-controller",
                    "butler-console"),
            Map.of(),
            Map.ofEntries(
                    Map.entry("vip", "127.9.9.9"),
                    Map.entry("vipInterface", "ens3"),
                    Map.entry("hubble", "true"),
                    Map.entry("operatorReplicas", "1"),
                    Map.entry("gatewayExposure", "false"),
                    Map.entry("addressPools", "[\"127.9.9.1-127.9.9.3\"]"),
                    Map.entry("storageReplicas", "1"),
                    Map.entry("controllerImage", "registry.example.test/butler-controllers"),
                    Map.entry("controllerTag", ""),
                    Map.entry("controllerReference", "registry.example.test/butler-controllers:0.1.0"),
                    Map.entry("consoleImage", "registry.example.test/butler-controllers"),
                    Map.entry("consoleTag", ""),
                    Map.entry("consoleReference", "registry.example.test/butler-controllers:0.1.0"),
                    Map.entry("consoleUrl", "https://butler.example.test"),
                    Map.entry("upstreamConsoleIngress", "{\"enabled\": false}"),
                    Map.entry("consoleIngress", "{\"enabled\": false}")));

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final SmallCluster cluster;

    PlatformOnACluster() {
        this(new HelmRunner());
    }

    PlatformOnACluster(JobRunner jobs) {
        cluster = new SmallCluster(jobs, 3);
        cluster.client().resource(PrivilegedNamespace.named(Namespaces.SYSTEM)).create();
    }

    SmallCluster cluster() {
        return cluster;
    }

    KubernetesClient client() {
        return cluster.client();
    }

    static List<PlatformAddon> all() {
        return PlatformAddons.shipped().wanted(EVERYTHING);
    }

    /** One addon, as if nothing had to come before it. */
    static List<PlatformAddon> only(String name) {
        return only(name, Map.of());
    }

    /** One addon with values of the user. */
    static List<PlatformAddon> only(String name, Map<String, Object> values) {
        AddonSelection choice = new AddonSelection(Set.of(name), Map.of(), Map.of(), Map.of(name, values));
        return PlatformAddons.shipped().wanted(choice).stream()
                .filter(addon -> addon.name().equals(name))
                .map(addon ->
                        PlatformAddonBuilder.builder(addon).dependsOn(List.of()).build())
                .toList();
    }

    /** Installs again and again until the states are as wanted, and returns them. */
    SequencedMap<String, AddonState> until(
            List<PlatformAddon> addons, Predicate<SequencedMap<String, AddonState>> wanted) {
        return TestAwait.upTo(LIMIT, "the states of the addons")
                .pollInterval(PAUSE)
                .until(() -> look(addons), wanted);
    }

    SequencedMap<String, AddonState> look(List<PlatformAddon> addons) {
        return new AddonInstaller(client(), Namespaces.SYSTEM, EVERYTHING.places()).ensure(addons, Set.of());
    }

    static boolean areReady(SequencedMap<String, AddonState> states) {
        return states.values().stream().allMatch(AddonState.Ready.class::isInstance);
    }

    static boolean areOver(SequencedMap<String, AddonState> states) {
        return areReady(states) || states.values().stream().anyMatch(AddonState.Failed.class::isInstance);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
