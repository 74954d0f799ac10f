package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec.Architecture;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatusBuilder;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MachinesStepTest {
    private BootstrapStepWorld world = BootstrapStepWorld.onPremises();

    @AfterEach
    void close() {
        world.close();
    }

    private void use(BootstrapStepWorld other) {
        world.close();
        world = other;
    }

    private static MachinesStep step(BootstrapStepWorld world) {
        return new MachinesStep(world.client(), 6443);
    }

    private static BootstrapReconcileContext context(BootstrapStepWorld world) {
        BootstrapReconcileContext context = world.contextWithSecrets();
        context.endpoint("10.0.0.100");
        return context;
    }

    /** On premises without user data. */
    private static BootstrapStepWorld inMaintenance() {
        return BootstrapStepWorld.of(
                BootstrapStepWorld.withDelivery(
                        BootstrapStepWorld.spec(Topology.HA, 2, 1, "10.0.0.100", null), ConfigDelivery.MAINTENANCE),
                Hosting.ON_PREMISES);
    }

    private MachineRequest machine(String name) {
        return world.find(MachineRequest.class, name).orElseThrow();
    }

    @Test
    void requestsEachMachineOfThePlanWithItsConfiguration() {
        BootstrapReconcileContext context = context(world);

        assertEquals(
                StepResult.done("3 machines with their configuration."),
                step(world).request(context));
        assertEquals(
                List.of("demo-cp-0", "demo-cp-1", "demo-worker-0"),
                List.copyOf(context.machines().keySet()));
        MachineRequest worker = machine("demo-worker-0");
        assertEquals(MachineRole.WORKER, worker.getSpec().role());
        assertEquals(MachineRole.CONTROL_PLANE, machine("demo-cp-0").getSpec().role());
        assertEquals("demo", worker.getMetadata().getLabels().get(Labels.ENGINE_OF));
        assertEquals("owner-1", worker.getMetadata().getAnnotations().get(Annotations.OWNER_ID));
        assertEquals(
                new SecretKeyReference("demo-worker-0-user-data", "userData"),
                worker.getSpec().userDataSecretRef());
    }

    @Test
    void storesTheConfigurationOfAMachineInASecretOfTheBootstrap() {
        step(world).request(context(world));

        Secret secret = world.find(Secret.class, "demo-cp-0-user-data").orElseThrow();
        String configuration = SecretsStep.value(secret, "userData");
        assertTrue(configuration.contains("https://10.0.0.100:6443"), configuration);
        assertTrue(configuration.contains("demo-cp-0"), configuration);
        assertEquals("Opaque", secret.getType());
        assertEquals("demo", secret.getMetadata().getLabels().get(Labels.CLUSTER));
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                secret.getMetadata().getOwnerReferences().getFirst().getUid());
    }

    @Test
    void requestsMachinesWithoutConfigurationInMaintenanceMode() {
        use(inMaintenance());

        assertEquals(StepResult.done("3 machines."), step(world).request(context(world)));
        assertNull(machine("demo-cp-0").getSpec().userDataSecretRef());
        assertTrue(world.find(Secret.class, "demo-cp-0-user-data").isEmpty());
    }

    /** A bootstrap whose file says that the image is transferred. */
    private static BootstrapReconcileContext withImage(BootstrapStepWorld world) {
        world.client()
                .resources(ClusterBootstrap.class)
                .inNamespace(BootstrapStepWorld.NAMESPACE)
                .withName("demo")
                .edit(bootstrap -> {
                    bootstrap.getMetadata().getAnnotations().put(Annotations.IMAGE, Annotations.TRANSFERRED_IMAGE);
                    Talos talos = bootstrap.getSpec().talos();
                    bootstrap.setSpec(ClusterBootstrapSpecBuilder.builder(bootstrap.getSpec())
                            .talos(new Talos(
                                    talos.version(),
                                    "3".repeat(64),
                                    talos.installDisk(),
                                    talos.configPatches(),
                                    talos.configDelivery()))
                            .build());
                    return bootstrap;
                });
        BootstrapReconcileContext context = context(world);
        context.artifact(Optional.of(new ImageArtifact("openstack", "qcow2")));
        return context;
    }

    @Test
    void butlerUploadsTheImageIfTheInfrastructureCannotDownloadIt() {
        BootstrapReconcileContext context = withImage(world);
        context.artifact(Optional.of(new ImageArtifact("gcp", "raw.tar.gz", true)));

        step(world).request(context);

        assertEquals(
                TransferMode.PROXY,
                world.find(ImageSync.class, "demo-image")
                        .orElseThrow()
                        .getSpec()
                        .transferMode());
    }

    @Test
    void architectureAndTransferModeFollowTheFile() {
        withImage(world);
        world.client()
                .resources(ClusterBootstrap.class)
                .inNamespace(BootstrapStepWorld.NAMESPACE)
                .withName("demo")
                .edit(bootstrap -> {
                    bootstrap.getMetadata().getAnnotations().put(Annotations.IMAGE_ARCHITECTURE, "arm64");
                    bootstrap
                            .getMetadata()
                            .getAnnotations()
                            .put(Annotations.IMAGE_TRANSFER_MODE, Annotations.UPLOADED_IMAGE);
                    return bootstrap;
                });
        step(world).request(withImage(world));

        ImageSync sync = world.find(ImageSync.class, "demo-image").orElseThrow();
        assertEquals(TransferMode.PROXY, sync.getSpec().transferMode());
        assertEquals(Architecture.ARM64, sync.getSpec().factoryRef().arch());
    }

    private static void setImage(BootstrapStepWorld world, ImageSyncStatus status) {
        ImageSync sync = world.find(ImageSync.class, "demo-image").orElseThrow();
        sync.setStatus(status);
        world.client().resource(sync).updateStatus();
    }

    @Test
    void requestsTheImageAndNoMachineBeforeItIsReady() {
        StepResult result = step(world).request(withImage(world));

        assertEquals("WaitingForImage", result.reason());
        assertTrue(world.find(MachineRequest.class, "demo-cp-0").isEmpty());
        ImageSync sync = world.find(ImageSync.class, "demo-image").orElseThrow();
        assertEquals("openstack", sync.getSpec().factoryRef().platform());
        assertEquals("demo", sync.getMetadata().getLabels().get(Labels.ENGINE_OF));
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                sync.getMetadata().getOwnerReferences().getFirst().getUid());
    }

    @Test
    void machinesUseTheTransferredImage() {
        step(world).request(withImage(world));
        setImage(
                world,
                ImageSyncStatusBuilder.builder()
                        .phase(ImageSyncStatus.Phase.READY)
                        .providerImageRef("image-1")
                        .build());

        assertEquals(
                StepResult.done("3 machines with their configuration."),
                step(world).request(withImage(world)));

        assertEquals("image-1", machine("demo-cp-0").getSpec().image());
    }

    /** An image that is transferred again must not change the requests of machines that exist. */
    @Test
    void existingMachinesKeepTheirImage() {
        machinesUseTheTransferredImage();
        setImage(
                world,
                ImageSyncStatusBuilder.builder()
                        .phase(ImageSyncStatus.Phase.DOWNLOADING)
                        .build());

        assertEquals(
                StepResult.done("3 machines with their configuration."),
                step(world).request(withImage(world)));

        assertEquals("image-1", machine("demo-cp-0").getSpec().image());
    }

    @Test
    void aFailedTransferFailsTheBootstrapWithItsMessage() {
        step(world).request(withImage(world));
        setImage(
                world,
                ImageSyncStatusBuilder.builder()
                        .phase(ImageSyncStatus.Phase.FAILED)
                        .failureMessage("No such schematic.")
                        .build());

        assertEquals(
                StepResult.failed("ImageSyncFailed", "Failed: No such schematic."),
                step(world).request(withImage(world)));
    }

    @Test
    void doesNothingIfTheRequestsExist() {
        step(world).request(context(world));
        int before = world.effects().count();

        step(world).request(context(world));
        assertEquals(before, world.effects().count());
    }

    @Test
    void anExistingRequestWithoutUserDataGetsNone() {
        use(inMaintenance());
        step(world).request(context(world));
        BootstrapReconcileContext context = context(world);
        context.plan(BootstrapStepWorldPlans.withUserData(context.plan()));

        step(world).request(context);
        assertNull(machine("demo-cp-0").getSpec().userDataSecretRef());
        assertTrue(world.find(Secret.class, "demo-cp-0-user-data").isEmpty());
    }

    @Test
    void correctsAChangedRequest() {
        step(world).request(context(world));
        MachineRequest changed = machine("demo-cp-0");
        changed.setSpec(
                MachineRequestSpecBuilder.builder(changed.getSpec()).cpu(9).build());
        world.client().resource(changed).update();

        step(world).request(context(world));
        assertEquals(4, machine("demo-cp-0").getSpec().cpu());
        assertNotNull(machine("demo-cp-0").getSpec().userDataSecretRef());
    }

    @Test
    void ignoresMachinesOfAnotherCluster() {
        step(world).request(context(world));
        MachineRequest other = machine("demo-cp-0");
        other.getMetadata().setName("other-cp-0");
        other.getMetadata().setResourceVersion(null);
        other.getMetadata().setLabels(Map.of(Labels.CLUSTER_BOOTSTRAP, "other", Labels.CLUSTER, "other"));
        world.create(other);
        BootstrapReconcileContext context = context(world);

        step(world).request(context);
        assertFalse(context.machines().containsKey("other-cp-0"));
    }

    @Test
    void requestsTheSameMachinesAfterACrash() {
        int positions = CrashPositions.check(
                BootstrapStepWorld::onPremises, each -> step(each).request(context(each)));
        assertEquals(6, positions, "a Secret and a request for each machine");
    }

    @Test
    void isDoneWhenAllMachinesRun() {
        world.withRunningMachines();

        assertEquals(StepResult.done("3 machines running."), step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void waitsForAMachineWithoutStatus() {
        step(world).request(context(world));

        assertEquals(
                StepResult.waiting(
                        "WaitingForMachines",
                        "0/3 machines running; demo-cp-0: requested, the controllers have not reported on it yet"),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void waitsForTheFirstMachineThatDoesNotRunAndShowsItsProgress() {
        world.withRunningMachines();
        world.status("demo-cp-1", progress("Copying the image."));

        assertEquals(
                StepResult.waiting("WaitingForMachines", "2/3 machines running; demo-cp-1: Copying the image."),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void showsThatAMachineIsRequestedIfItsProgressIsBlank() {
        world.withRunningMachines();
        world.status("demo-cp-1", progress(" "));

        assertEquals(
                StepResult.waiting(
                        "WaitingForMachines",
                        "2/3 machines running; demo-cp-1: requested, the controllers have not reported on it yet"),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    private static dev.butlerlabs.core.api.MachineRequestStatus progress(String message) {
        return MachineRequestStatusBuilder.builder()
                .phase(Phase.CREATING)
                .conditions(List.of(new ConditionBuilder()
                        .withType(ConditionEditor.PROGRESSING)
                        .withStatus("True")
                        .withReason("Creating")
                        .withMessage(message)
                        .withLastTransitionTime("2026-01-01T00:00:00Z")
                        .build()))
                .build();
    }

    @Test
    void waitsForTheAddressOfARunningMachine() {
        world.withRunningMachines();
        world.status(
                "demo-cp-0",
                MachineRequestStatusBuilder.builder().phase(Phase.RUNNING).build());

        assertEquals(
                StepResult.waiting(
                        "WaitingForMachines",
                        "2/3 machines running; demo-cp-0: requested, the controllers have not reported on it yet"),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void failsWithTheMessageOfAFailedMachine() {
        world.withRunningMachines();
        world.status(
                "demo-worker-0",
                MachineRequestStatusBuilder.builder()
                        .phase(Phase.FAILED)
                        .failureMessage("quota exceeded")
                        .build());

        assertEquals(
                StepResult.failed("MachineProvisioningFailed", "demo-worker-0: quota exceeded"),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void failsWithoutAReasonIfTheMachineGivesNone() {
        world.withRunningMachines();
        world.status(
                "demo-cp-0",
                MachineRequestStatusBuilder.builder().phase(Phase.FAILED).build());

        assertEquals(
                StepResult.failed("MachineProvisioningFailed", "demo-cp-0: the machine failed without a reason"),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void waitsForAMachineThatHasAnotherAddressThanChosen() {
        use(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.29").withRunningMachines());

        assertEquals(
                StepResult.waiting(
                        "WaitingForAddresses",
                        "demo-cp-0 should have address 10.0.0.20 but reports 10.0.0.10. Check that the address is free and that the image supports network data."),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void acceptsTheChosenAddressAsOnlyOrAsOneOfSeveral() {
        use(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.29").withRunningMachines());
        world.status(
                "demo-cp-0",
                MachineRequestStatusBuilder.builder(BootstrapStepWorld.running("10.0.0.10"))
                        .ipAddresses(List.of("10.0.0.10", "10.0.0.20"))
                        .build());
        world.status(
                "demo-cp-1",
                MachineRequestStatusBuilder.builder(BootstrapStepWorld.running("10.0.0.21"))
                        .ipAddresses(List.of())
                        .build());
        world.status("demo-worker-0", BootstrapStepWorld.running("10.0.0.22"));

        assertEquals(StepResult.done("3 machines running."), step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void namesMissingMachinesBeforeWrongAddresses() {
        use(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.29").withRunningMachines());
        world.status("demo-worker-0", progress("Starting."));

        assertEquals(
                StepResult.waiting("WaitingForMachines", "2/3 machines running; demo-worker-0: Starting."),
                step(world).awaitRunning(world.contextWithMachines()));
    }

    @Test
    void removalDeletesAllMachinesAndWaitsForThem() {
        world.withRunningMachines();

        assertEquals(
                StepResult.waiting("WaitingForRemoval", "Deleting machines: 3 machines remaining, such as demo-cp-0."),
                step(world).remove(world.context()));
        assertTrue(world.find(MachineRequest.class, "demo-cp-0").isEmpty());
        assertTrue(world.find(MachineRequest.class, "demo-worker-0").isEmpty());
    }

    @Test
    void removalIsDoneWithoutMachines() {
        assertEquals(StepResult.done("All machines deleted."), step(world).remove(world.context()));
    }

    @Test
    void removalWaitsForAMachineThatIsBeingDeletedWithoutDeletingItAgain() {
        world.withRunningMachines();
        MachineRequest held = machine("demo-cp-1");
        held.getMetadata().setFinalizers(List.of("test.dev/held"));
        world.client().resource(held).update();
        step(world).remove(world.context());
        List<String> before = world.engine.requests();

        assertEquals(
                StepResult.waiting("WaitingForRemoval", "Deleting machines: 1 machine remaining, such as demo-cp-1."),
                step(world).remove(world.context()));
        assertTrue(
                world.engine.requests().stream().skip(before.size()).noneMatch(line -> line.startsWith("DELETE")),
                "deleted again");
    }

    @Test
    void removesAllMachinesAfterACrash() {
        int positions = CrashPositions.check(
                () -> BootstrapStepWorld.onPremises().withRunningMachines(),
                each -> step(each).remove(each.context()));
        assertEquals(3, positions);
    }
}
