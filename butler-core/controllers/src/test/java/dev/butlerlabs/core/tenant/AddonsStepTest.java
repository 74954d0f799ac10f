package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AddonsStepTest {
    private final World world = new World();

    /** An API with the namespace of tenant cluster demo. */
    private static final class World implements InMemoryWorld {
        private final InMemoryKubernetes api = InMemoryKubernetes.open();
        private final WatchedObjectCache<TenantAddon> known = new WatchedObjectCache<>();
        private final AddonsStep step = new AddonsStep(api.client(), known);
        private TenantReconcileContext context = TenantStepObjects.context();

        private World() {
            for (String namespace : List.of("team-a", "team-b")) {
                api.client()
                        .resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(namespace)
                                .endMetadata()
                                .build())
                        .create();
            }
        }

        private void spec(TenantClusterAddons addons, ManagementPolicy policy) {
            TenantCluster cluster = context.cluster();
            cluster.setSpec(TenantClusterSpecBuilder.builder()
                    .kubernetesVersion(TenantStepObjects.VERSION)
                    .addons(addons)
                    .managementPolicy(policy)
                    .build());
            context = new TenantReconcileContext(cluster);
        }

        private TenantAddon store(String namespace, String name, String cluster, String version) {
            TenantAddon addon = new TenantAddon();
            addon.setMetadata(new ObjectMetaBuilder()
                    .withNamespace(namespace)
                    .withName(name)
                    .withLabels(Map.of(Labels.CLUSTER, cluster))
                    .build());
            addon.setSpec(
                    new TenantAddonSpec(new LocalReference(cluster), "cilium", version, null, Map.of(), List.of()));
            return api.client().resource(addon).create();
        }

        private List<TenantAddon> stored() {
            return api.client()
                    .resources(TenantAddon.class)
                    .inNamespace("team-a")
                    .list()
                    .getItems();
        }

        @Override
        public InMemoryKubernetes api() {
            return api;
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static TenantClusterAddons threeAddons() {
        return new TenantClusterAddons(
                new TenantClusterAddons.Cni(null, null, "1.16.0", Map.of("mtu", 1400)),
                null,
                null,
                new TenantClusterAddons.CertManager(true, null, Map.of()),
                new TenantClusterAddons.Ingress(true, null, null, Map.of()),
                null);
    }

    private List<String> names(List<TenantAddon> addons) {
        return addons.stream().map(addon -> addon.getMetadata().getName()).toList();
    }

    private List<String> seen() {
        return names(world.context.addons().orElseThrow());
    }

    @Test
    void requestsNetworkAndCertificatesOfEveryCluster() {
        assertEquals(StepResult.done("2 addons are requested."), world.step.run(world.context));

        assertEquals(List.of("demo-cert-manager", "demo-cilium"), seen());
        TenantAddon addon = world.stored().get(1);
        assertEquals("demo-cilium", addon.getMetadata().getName());
        assertEquals(
                Map.of(Labels.MANAGED_BY, "butler", Labels.CLUSTER, "demo", Labels.ADDON_DEFINITION, "cilium"),
                addon.getMetadata().getLabels());
        assertEquals(
                world.context.cluster().getMetadata().getUid(),
                addon.getMetadata().getOwnerReferences().getFirst().getUid());
        assertEquals(
                new TenantAddonSpec(new LocalReference("demo"), "cilium", "1.17.0", null, Map.of(), List.of()),
                addon.getSpec());
    }

    @Test
    void requestsTheAddonsOfTheSpecWithTheirVersionsAndValues() {
        world.spec(threeAddons(), null);

        assertEquals(StepResult.done("3 addons are requested."), world.step.run(world.context));

        assertEquals(List.of("demo-cert-manager", "demo-cilium", "demo-traefik"), seen());
        TenantAddonSpec network = world.context.addons().orElseThrow().get(1).getSpec();
        assertEquals("1.16.0", network.version());
        assertEquals(Map.of("mtu", 1400), network.values());
    }

    @Test
    void requestsNothingForAClusterManagedThroughGit() {
        world.spec(threeAddons(), new ManagementPolicy(ManagementPolicy.Mode.GIT_OPS));
        TenantAddon other = world.store("team-a", "demo-custom", "demo", "1");
        world.known.from(cluster -> List.of(other));
        int before = world.effects().count();

        assertEquals(StepResult.done("0 addons are requested."), world.step.run(world.context));

        assertEquals(before, world.effects().count());
        assertEquals(List.of("demo-custom"), seen());
    }

    @Test
    void requestsTheAddonsUnderAnyOtherPolicy() {
        for (ManagementPolicy.Mode mode : ManagementPolicy.Mode.values()) {
            if (mode != ManagementPolicy.Mode.GIT_OPS) {
                world.spec(null, new ManagementPolicy(mode));
                assertEquals(StepResult.done("2 addons are requested."), world.step.run(world.context));
            }
        }
    }

    @Test
    void requestsNothingThatIsTurnedOff() {
        world.spec(nothing(), null);

        assertEquals(StepResult.done("0 addons are requested."), world.step.run(world.context));
        assertEquals(List.of(), world.stored());
    }

    @Test
    void deletesAnAddonThatIsTurnedOffLaterUnlessAUserCreatedIt() {
        world.step.run(world.context);
        TenantAddon byUser = world.store("team-a", "demo-traefik", "demo", "1");
        List<TenantAddon> stored = world.stored();
        world.known.from(cluster -> stored);
        world.spec(nothing(), null);

        world.step.run(world.context);

        assertEquals(List.of(byUser.getMetadata().getName()), names(world.stored()));
        assertEquals(List.of("demo-traefik"), seen());
    }

    private static TenantClusterAddons nothing() {
        return new TenantClusterAddons(
                new TenantClusterAddons.Cni(false, null, null, Map.of()),
                new TenantClusterAddons.LoadBalancer(false, null, null, Map.of()),
                null,
                new TenantClusterAddons.CertManager(false, null, Map.of()),
                new TenantClusterAddons.Ingress(false, null, null, Map.of()),
                null);
    }

    @Test
    void sendsNoRequestForAKnownAddonWithTheSameSpec() {
        world.step.run(world.context);
        List<TenantAddon> stored = world.stored();
        world.known.from(cluster -> stored);
        int before = world.api.requests().size();

        world.step.run(world.context);

        assertEquals(before, world.api.requests().size());
        assertEquals(stored, world.context.addons().orElseThrow());
    }

    @Test
    void updatesAKnownAddonWithAnotherVersion() {
        TenantAddon old = world.store("team-a", "demo-cilium", "demo", "1.0.0");
        world.known.from(cluster -> List.of(old));

        world.step.run(world.context);

        assertEquals("1.17.0", world.stored().getLast().getSpec().version());
        assertEquals(
                "1.17.0",
                world.context.addons().orElseThrow().getLast().getSpec().version());
    }

    @Test
    void reportsTheAddonsOfUsersToo() {
        TenantAddon custom = world.store("team-a", "demo-custom", "demo", "1");
        world.known.from(cluster -> List.of(custom));

        assertEquals(StepResult.done("2 addons are requested."), world.step.run(world.context));

        assertEquals(List.of("demo-cert-manager", "demo-cilium", "demo-custom"), seen());
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        world.api.reject("PATCH", 403, "Forbidden");

        assertEquals(
                ErrorCode.FORBIDDEN,
                assertThrows(ButlerException.class, () -> world.step.run(world.context))
                        .code());
        assertEquals(Optional.empty(), world.context.addons());
    }

    @Test
    void knownAddonsAreLeftWithoutAList() {
        TenantAddon custom = world.store("team-a", "custom", "demo", "1");
        world.known.from(cluster -> List.of(custom));
        int before = world.api.requests().size();

        assertEquals(List.of(custom), world.step.left(world.context.cluster()));

        assertEquals(before, world.api.requests().size());
    }

    @Test
    void listsTheAddonsOfTheClusterIfNoneIsKnown() {
        world.store("team-a", "demo-a", "demo", "1");
        world.store("team-a", "other-a", "other", "1");
        world.store("team-b", "demo-b", "demo", "1");

        assertEquals(List.of("demo-a"), names(world.step.left(world.context.cluster())));
    }

    @Test
    void aFailedListIsAnError() {
        world.api.reject("GET", 403, "Forbidden");

        ButlerException thrown = assertThrows(ButlerException.class, () -> world.step.left(world.context.cluster()));

        assertEquals(ErrorCode.FORBIDDEN, thrown.code());
    }

    @Test
    void deletesAnAddonOnce() {
        TenantAddon addon = world.store("team-a", "demo-a", "demo", "1");

        world.step.delete(addon);
        world.step.delete(addon);

        assertEquals(List.of(), world.stored());
    }

    @Test
    void requestsTheSameAddonsAfterACrash() {
        assertEquals(
                3,
                CrashPositions.check(
                        () -> {
                            World prepared = new World();
                            prepared.spec(threeAddons(), null);
                            return prepared;
                        },
                        started -> started.step.run(started.context)));
    }
}
