package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@Tag("slow")
class LoadBalancerReconcilerTest {
    private static final LoadBalancerId ID = new LoadBalancerId("prod", new OwnerId("prod-uid"));

    private final MachineWorld world = new MachineWorld();
    private final MemoryInfrastructure infrastructure = world.provider.infrastructure();

    @BeforeEach
    void start() {
        start(Namespaces.SYSTEM);
    }

    private void start(String namespace) {
        world.openNamespace(namespace);
        world.config();
        world.secret("first");
        world.start();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void bringsALoadBalancerWithTargetsFoundByIdNameAndAddress() {
        world.create("cp-0");
        world.create("cp-1");
        String address = world.await(
                        "cp-1",
                        "it runs",
                        request -> request.getStatus() != null
                                && request.getStatus().ipAddress() != null)
                .getStatus()
                .ipAddress();
        create(
                new LoadBalancerRequestSpec.Target(null, "i-1", null),
                new LoadBalancerRequestSpec.Target(null, null, "cp-0"),
                new LoadBalancerRequestSpec.Target(address, null, null));

        LoadBalancerRequest ready = await(
                "it is ready",
                request -> request.getStatus() != null
                        && ConditionEditor.isTrue(request.getStatus().conditions(), ConditionEditor.READY));

        assertThat(ready.getStatus())
                .returns(Phase.READY, LoadBalancerRequestStatus::phase)
                .returns("prod.example", LoadBalancerRequestStatus::endpoint)
                .returns("memory-balancer", LoadBalancerRequestStatus::resourceID)
                .returns(3, LoadBalancerRequestStatus::registeredTargets);
        assertThat(infrastructure.balancers().get(ID).targets())
                .isEqualTo(Set.of("i-1", "memory://cp-0", "memory://cp-1"));
        assertThat(infrastructure.balancers().get(ID).healthCheckPort()).isEqualTo(6443);
        assertThat(ready.getFinalizers()).containsExactly(Finalizers.LOAD_BALANCER_REQUEST);
    }

    /** A member of a team chooses the annotation and the targets. */
    @Test
    void outsideThePlatformNamespaceTakesNoOwnerAndNoMachineOfAnother() {
        world.stop();
        start("team-a");
        create(new LoadBalancerRequestSpec.Target(null, "i-of-another-cluster", null));

        LoadBalancerRequest seen = await(
                "its target is refused",
                request -> request.getStatus() != null
                        && ConditionEditor.find(request.getStatus().conditions(), ConditionTypes.TARGETS_SYNCED)
                                .filter(found -> found.getMessage().contains("i-of-another-cluster"))
                                .isPresent());

        OwnerId own = new OwnerId(seen.getMetadata().getUid());
        assertThat(infrastructure.balancers()).containsOnlyKeys(new LoadBalancerId("prod", own));
        assertThat(infrastructure
                        .balancers()
                        .get(new LoadBalancerId("prod", own))
                        .targets())
                .isEmpty();
    }

    @Test
    void saysWhichTargetsAreNotKnownYetAndSyncsThemLater() {
        create(new LoadBalancerRequestSpec.Target(null, null, "late-0"));
        await(
                "late-0 is missed",
                request -> request.getStatus() != null
                        && ConditionEditor.find(request.getStatus().conditions(), ConditionTypes.TARGETS_SYNCED)
                                .filter(found -> found.getMessage().equals("No machine found yet for late-0."))
                                .isPresent());

        world.create("late-0");

        await("its target is registered", request -> request.getStatus().registeredTargets() == 1);
    }

    @Test
    void failsInTheProvidersWordsAndHeals() {
        infrastructure.failAlways(ErrorCode.QUOTA, "No more load balancers.");
        create();
        LoadBalancerRequest failed = await(
                "it failed",
                request -> request.getStatus() != null && request.getStatus().phase() == Phase.FAILED);
        assertThat(failed.getStatus().failureMessage()).isEqualTo("No more load balancers. Try the hint.");

        infrastructure.failNoMore();

        await(
                "it is ready",
                request -> request.getStatus().phase() == Phase.READY
                        && request.getStatus().failureReason() == null);
    }

    @Test
    void removesTheLoadBalancerBeforeTheRequestGoes() {
        create();
        await(
                "it is ready",
                request -> request.getStatus() != null && request.getStatus().phase() == Phase.READY);

        request().delete();

        ObjectWaiter.silent().await(request(), "LoadBalancerRequest", WaitCondition.deleted(), MachineWorld.LIMIT);
        assertThat(infrastructure.balancers()).isEmpty();
    }

    private void create(LoadBalancerRequestSpec.Target... targets) {
        LoadBalancerRequest request = new LoadBalancerRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withNamespace(world.namespace())
                .withName("prod")
                .withAnnotations(Map.of(Annotations.OWNER_ID, "prod-uid"))
                .build());
        request.setSpec(new LoadBalancerRequestSpec(
                new ObjectReference(MachineWorld.CONFIG, null), "prod", null, null, List.of(targets)));
        world.client.resource(request).create();
    }

    private Resource<LoadBalancerRequest> request() {
        return world.client
                .resources(LoadBalancerRequest.class)
                .inNamespace(world.namespace())
                .withName("prod");
    }

    private LoadBalancerRequest await(String what, Predicate<LoadBalancerRequest> met) {
        return ObjectWaiter.silent()
                .await(
                        request(),
                        "LoadBalancerRequest prod",
                        WaitCondition.that(what, met, found -> String.valueOf(found.getStatus())),
                        MachineWorld.LIMIT)
                .orElseThrow();
    }
}
