package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class WorkersStepTest {
    private static final List<String> KINDS =
            List.of("MachineDeployment", "KubeadmConfigTemplate", "HarvesterMachineTemplate");
    /** One API for all tests, since it has more CRDs than the others. */
    private static final InMemoryKubernetes API = InMemoryKubernetes.open();

    private final TenantOptions options = TenantOptions.standard();
    private final TenantReconcileContext context = context();

    private static TenantReconcileContext context() {
        TenantReconcileContext context = TenantStepObjects.context();
        context.want(TenantStepObjects.rendered("KubeadmConfigTemplate"), Optional.empty());
        return context;
    }

    @BeforeAll
    static void install() {
        KINDS.forEach(WorkersStepTest::define);
        API.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TenantStepObjects.NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    private static void define(String kind) {
        API.client().resource(TenantCrds.definition("example.test/v1", kind)).create();
    }

    @AfterAll
    static void closeApi() {
        API.close();
    }

    @AfterEach
    void deleteAll() {
        KINDS.forEach(kind -> all(kind).inNamespace(TenantStepObjects.NAMESPACE).delete());
    }

    private static io.fabric8.kubernetes.client.dsl.MixedOperation<
                    GenericKubernetesResource,
                    io.fabric8.kubernetes.api.model.GenericKubernetesResourceList,
                    io.fabric8.kubernetes.client.dsl.Resource<GenericKubernetesResource>>
            all(String kind) {
        return API.client()
                .genericKubernetesResources(new ResourceDefinitionContext.Builder()
                        .withGroup("example.test")
                        .withVersion("v1")
                        .withKind(kind)
                        .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
                        .withNamespaced(true)
                        .build());
    }

    private GenericKubernetesResource find(String kind, String name) {
        return all(kind).inNamespace(TenantStepObjects.NAMESPACE).withName(name).get();
    }

    private StepResult run() {
        return new WorkersStep(
                        new DynamicResourceClient(API.client(), options), new PollIntervals(options, () -> false))
                .run(context);
    }

    private void report(int replicas, int updated, int ready, String phase) {
        GenericKubernetesResource workers = find("MachineDeployment", "demo");
        Map<String, Object> status = new HashMap<>(
                Map.of("replicas", replicas, "updatedReplicas", updated, "readyReplicas", ready, "phase", phase));
        status.put("observedGeneration", workers.getMetadata().getGeneration());
        workers.setAdditionalProperty("status", status);
        all("MachineDeployment")
                .inNamespace(TenantStepObjects.NAMESPACE)
                .resource(workers)
                .updateStatus();
    }

    private StepResult waiting(String reason, String message) {
        return StepResult.waiting(reason, message, options.recheck());
    }

    @Test
    void appliesTheTemplatesAndTheWorkers() {
        assertEquals(waiting("WorkersProvisioning", "0/2 workers ready."), run());
        assertNotNull(find("KubeadmConfigTemplate", "demo-1"));
        assertNotNull(find("HarvesterMachineTemplate", "demo-1"));
        assertEquals("demo", context.workers().orElseThrow().getMetadata().getName());
        assertEquals(Optional.of(List.of()), context.nodes());
    }

    @Test
    void isDoneWhenAllWorkersAreUpdatedAndReady() {
        run();
        report(2, 2, 2, "Running");

        assertEquals(StepResult.done("WorkersReady", "2 workers are ready."), run());
    }

    @Test
    void waitsForWorkersThatAreNotReady() {
        run();
        report(2, 2, 1, "ScalingUp");

        assertEquals(waiting("WorkersProvisioning", "1/2 workers ready."), run());
    }

    @Test
    void waitsForWorkersToBeReplaced() {
        run();
        report(3, 1, 2, "Running");

        assertEquals(waiting("WorkersRolling", "1/2 workers updated, 2/2 ready."), run());
    }

    @Test
    void showsHowManyWorkersHaveTheNewVersion() {
        RenderedTenantObjects rendered = context.wanted();
        rendered.workers()
                .setAdditionalProperty(
                        "spec",
                        Map.of(
                                "replicas",
                                2,
                                "template",
                                Map.of("spec", Map.of("version", TenantStepObjects.VERSION))));
        run();
        report(3, 1, 2, "Running");

        assertEquals(
                waiting(
                        "WorkersRolling",
                        "1/2 workers updated (Kubernetes %s), 2/2 ready.".formatted(TenantStepObjects.VERSION)),
                run());
    }

    @Test
    void waitsForTheStatusOfTheCurrentSpec() {
        run();
        report(2, 2, 2, "Running");
        GenericKubernetesResource workers = find("MachineDeployment", "demo");
        Map<String, Object> status = new HashMap<>(workers.<Map<String, Object>>get("status"));
        status.put("observedGeneration", 0);
        workers.setAdditionalProperty("status", status);
        all("MachineDeployment")
                .inNamespace(TenantStepObjects.NAMESPACE)
                .resource(workers)
                .updateStatus();

        assertEquals(waiting("WorkersProvisioning", "2/2 workers ready."), run());
    }

    @Test
    void failsIfClusterApiReportsAFailure() {
        run();
        report(2, 2, 2, "Failed");

        assertEquals("WorkersFailed", assertFailed(run()).reason());
    }

    private static StepResult.Failed assertFailed(StepResult result) {
        return (StepResult.Failed) result;
    }

    @Test
    void deletesOldTemplatesOnceAllWorkersAreReady() {
        run();
        old("KubeadmConfigTemplate", "demo-0", "butler");
        old("HarvesterMachineTemplate", "demo-0", "butler");
        old("HarvesterMachineTemplate", "foreign", "somebody");
        run();
        assertNotNull(find("KubeadmConfigTemplate", "demo-0"), "machines may still use it");
        report(2, 2, 2, "Running");

        run();
        assertNull(find("KubeadmConfigTemplate", "demo-0"));
        assertNull(find("HarvesterMachineTemplate", "demo-0"));
        assertNotNull(find("HarvesterMachineTemplate", "foreign"));
        assertNotNull(find("KubeadmConfigTemplate", "demo-1"));
    }

    /** A second reconciliation of unchanged workers sends no request for templates: one that was added by hand stays. */
    @Test
    void looksForOldTemplatesOnceForEachVersionOfTheWorkers() {
        WorkersStep step = new WorkersStep(
                new DynamicResourceClient(API.client(), options), new PollIntervals(options, () -> false));
        step.run(context);
        report(2, 2, 2, "Running");
        step.run(context);
        old("KubeadmConfigTemplate", "demo-0", "butler");
        step.run(context);
        assertNotNull(find("KubeadmConfigTemplate", "demo-0"));

        assertEquals(StepResult.done("WorkersReady", "2 workers are ready."), run());
        assertNull(find("KubeadmConfigTemplate", "demo-0"), "after a restart");
    }

    private static void old(String kind, String name, String manager) {
        GenericKubernetesResource template = TenantStepObjects.object(kind, name, "spec", Map.of());
        template.getMetadata().setLabels(Map.of(Labels.MANAGED_BY, manager, Labels.SOURCE_NAME, "demo"));
        all(kind).inNamespace(TenantStepObjects.NAMESPACE).resource(template).create();
    }
}
