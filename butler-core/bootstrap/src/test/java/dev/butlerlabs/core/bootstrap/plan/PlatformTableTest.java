package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.BootstrapAddons.ButlerController;
import dev.butlerlabs.core.api.BootstrapAddonsBuilder;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.LoadBalancerPool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.GoldenFile;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which addons come, in which order and at which version, for every infrastructure and topology. */
class PlatformTableTest {
    private static final String FOLDER = "butler-core/bootstrap/src/test/resources/addons/";

    @TestFactory
    List<DynamicTest> installsWhatTheTableSays() {
        return ProviderRegistry.load().all().stream()
                .map(InfrastructureProvider::profile)
                .sorted(Comparator.comparing(ProviderProfile::name))
                .map(profile -> DynamicTest.dynamicTest(
                        profile.name(),
                        () -> GoldenFile.check(
                                FOLDER + profile.name() + ".txt",
                                table(profile, Topology.HA) + "\n" + table(profile, Topology.SINGLE_NODE))))
                .toList();
    }

    @Test
    void leavesOutWhateverIsSwitchedOff() {
        ProviderProfile profile = ProviderRegistry.load().require("harvester").profile();
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(spec(profile, Topology.HA))
                .addons(everythingOff())
                .build();
        GoldenFile.check(FOLDER + "everything-off.txt", table(ManagementClusterPlan.of(spec, profile)));
    }

    @Test
    void takesTheOtherKindWhereThereIsOne() {
        ProviderProfile profile = ProviderRegistry.load().require("harvester").profile();
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(spec(profile, Topology.HA))
                .addons(otherKinds())
                .build();
        GoldenFile.check(FOLDER + "other-kinds.txt", table(ManagementClusterPlan.of(spec, profile)));
    }

    /** The CRD fills in the image of the upstream controllers. */
    @Test
    void selectsTheImageOfTheControllersByTheirType() {
        String upstream = "ghcr.io/butlerdotdev/butler-controller";
        assertThat(controllers(null, null, null).places())
                .containsEntry("controllerImage", upstream + "s")
                .containsEntry("controllerTag", "")
                .containsEntry("controllerReference", upstream + "s:0.1.0");
        assertThat(controllers(ButlerController.Type.BUTLER, upstream, "latest").places())
                .containsEntry("controllerImage", upstream + "s")
                .containsEntry("controllerTag", "");
        assertThat(controllers(ButlerController.Type.BUTLER, "registry.example.test/own", "1.2.3")
                        .places())
                .containsEntry("controllerReference", "registry.example.test/own:1.2.3");
        assertThat(controllers(ButlerController.Type.UPSTREAM, null, null).places())
                .containsEntry("controllerImage", upstream);
    }

    @Test
    void passesValuesToTheControllersThatAreInstalled() {
        assertThat(controllers(null, null, null).values()).containsEntry("butler-controller", Map.of("replicas", 3));
        AddonSelection upstream = controllers(ButlerController.Type.UPSTREAM, null, null);
        assertThat(upstream.values()).containsEntry("butler-controller-upstream", Map.of("replicas", 3));
        assertThat(upstream.switches()).contains("butler-controller-upstream").doesNotContain("butler-controller");
    }

    @Test
    void installsTheConsoleFromTheImageOfTheControllersBehindHttps() {
        BootstrapAddons.ConsoleIngress ingress =
                new BootstrapAddons.ConsoleIngress(true, "butler.example.test", null, false, null);
        AddonSelection own = console(new BootstrapAddons.Console(true, "latest", null, null, ingress));
        assertThat(own.switches()).contains("butler-console").doesNotContain("butler-console-upstream");
        assertThat(own.places())
                .containsEntry("consoleReference", "ghcr.io/butlerdotdev/butler-controllers:0.1.0")
                .containsEntry("consoleUrl", "https://butler.example.test")
                .hasEntrySatisfying(
                        "consoleIngress",
                        text -> assertThat(text).contains("butler.example.test", "butler-console-tls"));
        AddonSelection upstream = console(new BootstrapAddons.Console(
                true, "0.13.0", BootstrapAddons.Console.Type.UPSTREAM, Map.of("a", 1), ingress));
        assertThat(upstream.switches()).contains("butler-console-upstream").doesNotContain("butler-console");
        assertThat(upstream.versions()).containsEntry("butler-console-upstream", "0.13.0");
        assertThat(upstream.values()).containsEntry("butler-console-upstream", Map.of("a", 1));
        assertThat(upstream.places())
                .hasEntrySatisfying(
                        "upstreamConsoleIngress",
                        text -> assertThat(text).contains("frontend").doesNotContain("tls"));
    }

    private static AddonSelection console(BootstrapAddons.Console console) {
        ProviderProfile profile = ProviderRegistry.load().require("harvester").profile();
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(spec(profile, Topology.HA))
                .addons(BootstrapAddonsBuilder.builder().console(console).build())
                .build();
        return AddonVersionPlanner.of(ManagementClusterPlan.of(spec, profile));
    }

    private static AddonSelection controllers(ButlerController.Type type, String image, String version) {
        ProviderProfile profile = ProviderRegistry.load().require("harvester").profile();
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(spec(profile, Topology.HA))
                .addons(BootstrapAddonsBuilder.builder()
                        .butlerController(new ButlerController(true, image, version, type, Map.of("replicas", 3)))
                        .build())
                .build();
        return AddonVersionPlanner.of(ManagementClusterPlan.of(spec, profile));
    }

    private static BootstrapAddons everythingOff() {
        return new BootstrapAddons(
                new BootstrapAddons.Cni(BootstrapAddons.Cni.Type.NONE, null, null),
                new BootstrapAddons.ControlPlaneHa(BootstrapAddons.ControlPlaneHa.Type.NONE, null),
                new BootstrapAddons.LoadBalancer(BootstrapAddons.LoadBalancer.Type.NONE, null),
                new BootstrapAddons.Storage(BootstrapAddons.Storage.Type.NONE, null, null),
                new BootstrapAddons.CertManager(false, null),
                new BootstrapAddons.Ingress(false, null, null),
                new BootstrapAddons.ControlPlaneProvider(false, null, null),
                new BootstrapAddons.Capi(false, null, List.of()),
                new BootstrapAddons.GitOps(false, null),
                new BootstrapAddons.ButlerController(false, null, null, null, null),
                new BootstrapAddons.Console(false, null, null, null, null));
    }

    private static BootstrapAddons otherKinds() {
        return new BootstrapAddons(
                new BootstrapAddons.Cni(BootstrapAddons.Cni.Type.CILIUM, "1.17.3", false),
                null,
                null,
                new BootstrapAddons.Storage(BootstrapAddons.Storage.Type.LOCAL_PATH, "v0.0.31", null),
                null,
                new BootstrapAddons.Ingress(true, BootstrapAddons.Ingress.Type.NGINX, null),
                new BootstrapAddons.ControlPlaneProvider(true, BootstrapAddons.ControlPlaneProvider.Type.KAMAJI, null),
                new BootstrapAddons.Capi(
                        true,
                        "v1.9.6",
                        List.of(
                                new BootstrapAddons.InfrastructureProvider("aws", "v2.8.1", null),
                                new BootstrapAddons.InfrastructureProvider("harvester", null, null))),
                new BootstrapAddons.GitOps(true, BootstrapAddons.GitOps.Type.NONE),
                new BootstrapAddons.ButlerController(
                        true, null, null, BootstrapAddons.ButlerController.Type.UPSTREAM, null),
                new BootstrapAddons.Console(true, "latest", BootstrapAddons.Console.Type.UPSTREAM, null, null));
    }

    private static String table(ProviderProfile profile, Topology topology) {
        return table(ManagementClusterPlan.of(spec(profile, topology), profile));
    }

    private static ClusterBootstrapSpec spec(ProviderProfile profile, Topology topology) {
        boolean own = profile.hosting() == Hosting.ON_PREMISES;
        LoadBalancerPool pool = own ? new LoadBalancerPool("192.0.2.20", "192.0.2.40") : null;
        return ClusterBootstrapSpecBuilder.builder(Specs.of(topology, 3, 2, ""))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", own ? "192.0.2.10" : null, null, pool, null))
                .build();
    }

    /** A wave is what can begin when everything of the waves before is ready. */
    private static String table(ManagementClusterPlan plan) {
        AddonSelection choice = AddonVersionPlanner.of(plan);
        StringBuilder table = new StringBuilder("%s, %s: %s\n"
                .formatted(
                        plan.profile().name(),
                        plan.spec().cluster().topology(),
                        String.join(" ", choice.switches().stream().sorted().toList())));
        Map<String, Integer> waves = new HashMap<>();
        for (PlatformAddon addon : PlatformAddons.shipped().wanted(choice)) {
            int wave = addon.dependsOn().stream().mapToInt(waves::get).max().orElse(0) + 1;
            waves.put(addon.name(), wave);
            table.append("  %d  %-22s %-9s %s%n"
                            .formatted(wave, addon.name(), addon.version(), after(addon))
                            .stripTrailing())
                    .append('\n');
        }
        choice.places().entrySet().stream()
                .filter(place -> List.of("storageReplicas", "operatorReplicas", "vipInterface")
                        .contains(place.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(place -> table.append("  %s=%s%n".formatted(place.getKey(), place.getValue())));
        return table.toString();
    }

    private static String after(PlatformAddon addon) {
        return addon.dependsOn().isEmpty() ? "" : "after " + String.join(", ", addon.dependsOn());
    }
}
