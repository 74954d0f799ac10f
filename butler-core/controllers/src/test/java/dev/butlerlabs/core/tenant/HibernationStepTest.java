package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HibernationStepTest {
    private static final String REQUESTED_AT = "2026-03-01T12:00:00Z";
    private static final TenantResourceType DEPLOYMENT = new TenantResourceType("example.test/v1", "MachineDeployment");
    private static final TenantResourceType PLANE = new TenantResourceType("example.test/v1", "KamajiControlPlane");

    private final World world = new World();

    @AfterEach
    void close() {
        world.close();
    }

    /** An API with a cluster of two machines and a control plane of three replicas, and the step of one process. */
    private static final class World implements InMemoryWorld {
        private final SteppedClock clock = new SteppedClock();
        private final InMemoryKubernetes api = InMemoryKubernetes.open(
                clock,
                new EffectLog(),
                Stream.of(
                                DEPLOYMENT,
                                PLANE,
                                TenantResourceType.MACHINE,
                                new TenantResourceType("example.test/v1", "KubeadmConfigTemplate"),
                                new TenantResourceType("example.test/v1", "HarvesterMachineTemplate"))
                        .map(TenantCrds::definition)
                        .toList());
        private final TenantOptions options = TenantOptions.standard();
        private TenantReconcileContext context = TenantStepObjects.context();

        private World() {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(TenantStepObjects.NAMESPACE)
                            .endMetadata()
                            .build())
                    .create();
            DynamicResourceClient objects = objects();
            objects.apply(rendered().controlPlane());
            objects.apply(rendered().workers());
            report(PLANE, Map.of("readyReplicas", 3));
            report(DEPLOYMENT, Map.of("replicas", 2));
            machine("demo-a");
            machine("demo-b");
        }

        @Override
        public InMemoryKubernetes api() {
            return api;
        }

        private DynamicResourceClient objects() {
            return new DynamicResourceClient(api.client(), options);
        }

        private static RenderedTenantObjects rendered() {
            return TenantStepObjects.rendered("KubeadmConfigTemplate").withReplicas(3, 2);
        }

        private void machine(String name) {
            GenericKubernetesResource machine = new GenericKubernetesResource();
            machine.setApiVersion(TenantResourceType.MACHINE.apiVersion());
            machine.setKind(TenantResourceType.MACHINE.kind());
            machine.setMetadata(new ObjectMetaBuilder()
                    .withName(name)
                    .withNamespace(TenantStepObjects.NAMESPACE)
                    .withLabels(Map.of("cluster.x-k8s.io/cluster-name", "demo"))
                    .build());
            TenantCrds.objects(api.client(), TenantResourceType.MACHINE)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .resource(machine)
                    .create();
        }

        private GenericKubernetesResource find(TenantResourceType type) {
            return TenantCrds.objects(api.client(), type)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .withName("demo")
                    .get();
        }

        private int replicas(TenantResourceType type) {
            return UnstructuredFields.number(find(type), "spec", "replicas");
        }

        /** Writes the status of the current generation, if it differs. */
        private void report(TenantResourceType type, Map<String, Object> content) {
            GenericKubernetesResource object = find(type);
            Map<String, Object> status = new HashMap<>(content);
            status.put("observedGeneration", object.getMetadata().getGeneration());
            object.setAdditionalProperty("status", status);
            TenantCrds.objects(api.client(), type)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .resource(object)
                    .updateStatus();
        }

        private void request() {
            context = TenantStepObjects.context();
            context.cluster().getMetadata().setAnnotations(Map.of(Annotations.HIBERNATED, REQUESTED_AT));
        }

        /** Runs the step in a new process on what the steps before it leave. */
        private Optional<StepResult> run() {
            GenericKubernetesResource plane = find(PLANE);
            context.want(rendered().withReplicas(HibernationStep.replicas(plane), 0), Optional.empty());
            context.requested(plane, plane);
            context.sawWorkers(find(DEPLOYMENT));
            return new HibernationStep(objects(), new PollIntervals(options, () -> true), options).run(context);
        }

        private void deleteMachine(String name) {
            TenantCrds.objects(api.client(), TenantResourceType.MACHINE)
                    .inNamespace(TenantStepObjects.NAMESPACE)
                    .withName(name)
                    .delete();
        }

        /** Reconciles as Cluster API and the control plane provider do. */
        private void playControllers() {
            if (replicas(DEPLOYMENT) == 0) {
                deleteMachine("demo-a");
                deleteMachine("demo-b");
            }
            report(DEPLOYMENT, Map.of("replicas", replicas(DEPLOYMENT)));
            report(PLANE, Map.of("readyReplicas", replicas(PLANE)));
        }

        private void hibernate() {
            request();
            for (int i = 0; i < 3; i++) {
                run();
                playControllers();
            }
        }
    }

    private StepResult waiting(String message, boolean watched) {
        return StepResult.waiting("Hibernating", message, watched ? world.options.resync() : world.options.recheck());
    }

    @Test
    void anAwakeClusterIsLeftUnchanged() {
        int before = world.effects().count();

        assertEquals(Optional.empty(), world.run());
        assertEquals(before, world.effects().count());
    }

    @Test
    void deletesTheWorkersBeforeTheControlPlane() {
        world.request();

        assertEquals(Optional.of(waiting("Deleting workers: 2 machines left.", false)), world.run());
        assertEquals(0, world.replicas(DEPLOYMENT));
        assertEquals(3, world.replicas(PLANE));
        assertEquals(Optional.of(List.of()), world.context.nodes());
    }

    @Test
    void theControlPlaneRunsUntilTheLastMachineIsGone() {
        world.request();
        world.run();
        world.deleteMachine("demo-a");
        world.report(DEPLOYMENT, Map.of("replicas", 0));

        assertEquals(Optional.of(waiting("Deleting workers: 1 machine left.", false)), world.run());
        assertEquals(3, world.replicas(PLANE));
    }

    @Test
    void waitsForTheReportOfClusterApi() {
        world.request();
        world.run();
        world.deleteMachine("demo-a");
        world.deleteMachine("demo-b");

        assertEquals(Optional.of(waiting("Waiting for Cluster API to report 0 workers.", true)), world.run());
        assertEquals(3, world.replicas(PLANE));
    }

    @Test
    void stopsTheControlPlaneAndWaitsForItsReplicas() {
        world.request();
        world.run();
        world.playControllers();

        assertEquals(Optional.of(waiting("Stopping the control plane: 3 replicas left.", true)), world.run());
        assertEquals(0, world.replicas(PLANE));
    }

    @Test
    void isHibernatedWhenNothingRuns() {
        world.hibernate();

        assertEquals(
                Optional.of(StepResult.waiting(
                        "Hibernated",
                        "Hibernation was requested at %s. No worker and no control plane runs.".formatted(REQUESTED_AT),
                        world.options.resync())),
                world.run());
    }

    @Test
    void workersThatWereNeverCreatedNeedNoDeletion() {
        world.request();
        world.deleteMachine("demo-a");
        world.deleteMachine("demo-b");
        world.context.want(World.rendered().withReplicas(3, 0), Optional.empty());
        world.context.requested(world.find(PLANE), world.find(PLANE));

        Optional<StepResult> result = new HibernationStep(
                        world.objects(), new PollIntervals(world.options, () -> true), world.options)
                .run(world.context);

        assertEquals(Optional.of(waiting("Stopping the control plane: 3 replicas left.", true)), result);
        assertEquals(2, world.replicas(DEPLOYMENT), "the step before has not seen the workers");
    }

    @Test
    void hibernatesAfterACrashAtEveryPosition() {
        int positions = CrashPositions.check(World::new, World::hibernate);

        assertTrue(positions >= 6, () -> "positions: " + positions);
    }
}
