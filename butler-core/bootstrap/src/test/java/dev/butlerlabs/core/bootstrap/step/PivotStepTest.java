package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PivotStepTest {
    private BootstrapStepWorld world = inCloud();

    @AfterEach
    void close() {
        world.close();
    }

    private void use(BootstrapStepWorld other) {
        world.close();
        world = other;
    }

    private static BootstrapStepWorld inCloud() {
        return filled(BootstrapStepWorld.inCloud());
    }

    /** Puts everything into the engine that the earlier steps create. */
    private static BootstrapStepWorld filled(BootstrapStepWorld world) {
        provider(world, "rack", new SecretReference("credentials", null, null));
        secret(world, "credentials", "token");
        secret(world, "demo-talos-secrets", "secrets.yaml");
        secret(world, "demo-kubeconfig", "kubeconfig");
        BootstrapReconcileContext context = world.contextWithSecrets();
        context.endpoint("lb.test");
        new AddressesStep(world.client()).run(context);
        new MachinesStep(world.client(), 6443).request(context);
        world.status("demo-cp-0", BootstrapStepWorld.running("10.0.0.10"));
        world.status("demo-cp-1", BootstrapStepWorld.running("10.0.0.11"));
        new BalancerStep(world.client(), 6443).request(world.context());
        world.find(LoadBalancerRequest.class, "demo-cp-lb").ifPresent(request -> {
            request.setStatus(LoadBalancerRequestStatusBuilder.builder()
                    .phase(LoadBalancerRequestStatus.Phase.READY)
                    .endpoint("lb.test")
                    .build());
            world.status(request);
        });
        return world;
    }

    private static void provider(BootstrapStepWorld world, String provider, SecretReference credentials) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withName("demo-provider")
                .withNamespace(BootstrapStepWorld.NAMESPACE)
                .addToLabels(Labels.ENGINE_OF, "demo")
                .addToLabels("keep", "me")
                .build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider(provider)
                .credentialsRef(credentials)
                .build());
        world.create(config);
    }

    private static void secret(BootstrapStepWorld world, String name, String key) {
        world.create(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(BootstrapStepWorld.NAMESPACE)
                .addToLabels(Labels.ENGINE_OF, "demo")
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(key, SecretsStep.encoded("value of " + name)))
                .build());
    }

    private static StepResult run(BootstrapStepWorld world) {
        return new PivotStep(world.client(), NewClusterStepsTest.steps(world), target -> {})
                .run(world.contextWithMachines());
    }

    private <T extends HasMetadata> T moved(Class<T> type, String name) {
        T object = world.cluster
                .client()
                .resources(type)
                .inNamespace(BootstrapStepWorld.NAMESPACE)
                .withName(name)
                .get();
        assertNotNull(object, name + " was not moved");
        return object;
    }

    private String ownerOf(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().getFirst().getUid();
    }

    @Test
    void reportsWhatItMoved() {
        assertEquals(
                StepResult.done("3 machine requests and their related resources moved to the new cluster."),
                run(world));
    }

    @Test
    void installsTheCrdsBeforeAnythingElse() {
        List<List<String>> earlier = new ArrayList<>();
        int before = world.effects().count();
        new PivotStep(world.client(), NewClusterStepsTest.steps(world), target -> {
                    assertSame(world.cluster.client(), target);
                    earlier.add(world.effects().all());
                })
                .run(world.contextWithMachines());

        assertEquals(1, earlier.size());
        assertEquals(before, earlier.getFirst().size());
    }

    @Test
    void installsTheCrdsOfButler() {
        new PivotStep(world.client(), NewClusterStepsTest.steps(world)).run(world.contextWithMachines());

        assertTrue(
                world.cluster
                        .requests()
                        .contains(
                                "PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/machinerequests.butler.butlerlabs.dev"));
    }

    @Test
    void waitsForTheNewCluster() {
        world.cluster.down(true);

        assertEquals("WaitingForApiServer", run(world).reason());
    }

    @Test
    void keepsThePrivilegesOfTheSystemNamespace() {
        NewClusterStepsTest.steps(world).installAddons(world.contextWithMachines());

        run(world);
        assertEquals(
                "privileged",
                world.cluster
                        .client()
                        .namespaces()
                        .withName(BootstrapStepWorld.NAMESPACE)
                        .get()
                        .getMetadata()
                        .getLabels()
                        .get("pod-security.kubernetes.io/enforce"));
    }

    @Test
    void movesTheBootstrapWithItsOwnerId() {
        run(world);

        ClusterBootstrap bootstrap = moved(ClusterBootstrap.class, "demo");
        assertEquals("owner-1", bootstrap.getMetadata().getAnnotations().get(Annotations.OWNER_ID));
        assertEquals(world.bootstrap().getSpec(), bootstrap.getSpec());
        assertNotEquals(
                world.bootstrap().getMetadata().getUid(),
                bootstrap.getMetadata().getUid());
    }

    @Test
    void usesTheUidAsOwnerIdOfAnUnmarkedBootstrap() {
        ClusterBootstrap unmarked = world.client().resource(world.bootstrap()).get();
        unmarked.getMetadata().setAnnotations(null);
        world.client().resource(unmarked).update();

        run(world);
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                moved(ClusterBootstrap.class, "demo")
                        .getMetadata()
                        .getAnnotations()
                        .get(Annotations.OWNER_ID));
    }

    @Test
    void movesTheProviderAndItsCredentialsWithoutTheMarkOfTheEngine() {
        run(world);

        ProviderConfig provider = moved(ProviderConfig.class, "demo-provider");
        assertEquals(Map.of("keep", "me"), provider.getMetadata().getLabels());
        assertEquals("rack", provider.getSpec().provider());
        Secret credentials = moved(Secret.class, "credentials");
        assertEquals("value of credentials", SecretsStep.value(credentials, "token"));
        assertTrue(credentials.getMetadata().getLabels() == null
                || !credentials.getMetadata().getLabels().containsKey(Labels.ENGINE_OF));
    }

    @Test
    void movesMachinesWithTheirStatusUnderTheNewOwner() {
        run(world);

        MachineRequest machine = moved(MachineRequest.class, "demo-cp-0");
        assertEquals("10.0.0.10", machine.getStatus().ipAddress());
        assertEquals(world.find(MachineRequest.class, "demo-cp-0").orElseThrow().getSpec(), machine.getSpec());
        assertEquals(moved(ClusterBootstrap.class, "demo").getMetadata().getUid(), ownerOf(machine));
        assertEquals("owner-1", machine.getMetadata().getAnnotations().get(Annotations.OWNER_ID));
        assertFalse(machine.getMetadata().getLabels().containsKey(Labels.ENGINE_OF));
        assertNull(moved(MachineRequest.class, "demo-worker-0").getStatus());
    }

    @Test
    void movesTheLoadBalancer() {
        run(world);

        LoadBalancerRequest balancer = moved(LoadBalancerRequest.class, "demo-cp-lb");
        assertEquals("lb.test", balancer.getStatus().endpoint());
        assertEquals(moved(ClusterBootstrap.class, "demo").getMetadata().getUid(), ownerOf(balancer));
    }

    @Test
    void movesTheSecretsOfTheClusterAndTheUserData() {
        run(world);

        String owner = moved(ClusterBootstrap.class, "demo").getMetadata().getUid();
        for (String name : new String[] {"demo-talos-secrets", "demo-kubeconfig", "demo-cp-0-user-data"}) {
            Secret secret = moved(Secret.class, name);
            assertEquals(owner, ownerOf(secret), name);
            assertEquals(world.find(Secret.class, name).orElseThrow().getData(), secret.getData(), name);
        }
    }

    @Test
    void movesMachineAddresses() {
        use(filled(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.29")));
        run(world);

        String owner = moved(ClusterBootstrap.class, "demo").getMetadata().getUid();
        assertEquals(owner, ownerOf(moved(NetworkPool.class, "demo-nodes")));
        IPAllocation address = moved(IPAllocation.class, "demo-cp-0");
        assertEquals("10.0.0.20", address.getSpec().pinnedRange().startAddress());
        assertEquals(owner, ownerOf(address));
    }

    @Test
    void movesNoAddressesThatTheInfrastructureAssigns() {
        run(world);

        assertTrue(world.cluster
                .client()
                .resources(NetworkPool.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .isEmpty());
    }

    @Test
    void movesAProviderWithoutCredentials() {
        world.client()
                .resource(world.find(ProviderConfig.class, "demo-provider").orElseThrow())
                .delete();
        provider(world, "local", null);

        run(world);
        assertNull(moved(ProviderConfig.class, "demo-provider").getSpec().credentialsRef());
    }

    @Test
    void leavesTheOriginalsInTheEngine() {
        Map<String, ?> before = world.engine.objects();
        run(world);

        assertEquals(before, world.engine.objects());
    }

    @Test
    void failsIfTheSecretsOfTheClusterAreMissing() {
        world.client()
                .resource(world.find(Secret.class, "demo-kubeconfig").orElseThrow())
                .delete();

        ButlerException missing = assertThrows(ButlerException.class, () -> run(world));
        assertEquals(ErrorCode.NOT_FOUND, missing.code());
    }

    @Test
    void failsIfTheProviderIsMissing() {
        world.client()
                .resource(world.find(ProviderConfig.class, "demo-provider").orElseThrow())
                .delete();

        assertEquals(
                ErrorCode.NOT_FOUND,
                assertThrows(ButlerException.class, () -> run(world)).code());
    }

    @Test
    @Tag("slow")
    void movesEverythingOnceAfterACrashInACloud() {
        assertTrue(CrashPositions.check(PivotStepTest::inCloud, PivotStepTest::run) >= 14);
    }

    @Test
    @Tag("slow")
    void movesEverythingOnceAfterACrashWithMachineAddresses() {
        assertTrue(CrashPositions.check(
                        () -> filled(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.29")), PivotStepTest::run)
                >= 16);
    }
}
