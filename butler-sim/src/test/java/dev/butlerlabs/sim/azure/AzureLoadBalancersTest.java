package dev.butlerlabs.sim.azure;

import static dev.butlerlabs.sim.azure.AzureWorld.balancer;
import static dev.butlerlabs.sim.azure.AzureWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Load balancers of control planes. */
class AzureLoadBalancersTest {
    private final AzureWorld world = new AzureWorld(AzureSimulator.start(SimulationOptions.standard()), Map.of());
    private final LoadBalancerOperations balancers = world.azure.loadBalancers().orElseThrow();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void isCreatedOnceAndDeletedCompletely() {
        LoadBalancerState.Ready ready = world.awaitReady(balancer(AzureWorld.OWNER));
        assertThat(world.awaitReady(balancer(AzureWorld.OWNER))).isEqualTo(ready);
        assertThat(ready.endpoint()).startsWith("127.");
        assertThat(world.simulator.leftovers())
                .containsExactlyInAnyOrder(ArmRegistry.BALANCER + " alpha-cp-lb", ArmRegistry.ADDRESS + " alpha-cp-ip");

        world.removeBalancer(balancer(AzureWorld.OWNER).id());
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    @Test
    void bringsTheTargetsToThoseNamed() {
        String first = world.run(spec("alpha-cp-0")).providerId();
        String second = world.run(spec("alpha-cp-1")).providerId();
        String third = world.run(spec("alpha-cp-2")).providerId();

        assertThat(world.awaitReady(balancer(AzureWorld.OWNER, first, second)).registeredTargets())
                .isEqualTo(2);
        assertThat(world.awaitReady(balancer(AzureWorld.OWNER, second, "azure://" + third))
                        .registeredTargets())
                .isEqualTo(2);
        assertThat(world.awaitReady(balancer(AzureWorld.OWNER)).registeredTargets())
                .isZero();
    }

    @Test
    void aDeletedMachineLeavesThePool() {
        String first = world.run(spec("alpha-cp-0")).providerId();
        world.awaitReady(balancer(AzureWorld.OWNER, first));
        world.remove(AzureWorld.id("alpha-cp-0"));
        assertThat(balancers.observe(balancer(AzureWorld.OWNER).id()))
                .isInstanceOfSatisfying(
                        LoadBalancerState.Ready.class,
                        ready -> assertThat(ready.registeredTargets()).isZero());
    }

    @Test
    void changesThePortInPlace() {
        LoadBalancerState.Ready ready = world.awaitReady(balancer(AzureWorld.OWNER));
        LoadBalancerSpec other = new LoadBalancerSpec(balancer(AzureWorld.OWNER).id(), 7443, 7444, Set.of());
        assertThat(world.awaitReady(other).endpoint()).isEqualTo(ready.endpoint());
        assertThat(world.simulator.leftovers()).hasSize(2);
    }

    @Test
    void leavesALoadBalancerOfAnotherOwnerAlone() {
        LoadBalancerState.Ready theirs = world.awaitReady(balancer(AzureWorld.OTHER));

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> balancers.ensure(balancer(AzureWorld.OWNER)))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        assertThat(balancers.observe(balancer(AzureWorld.OWNER).id())).isEqualTo(new LoadBalancerState.Absent());
        balancers.delete(balancer(AzureWorld.OWNER).id());
        assertThat(balancers.observe(balancer(AzureWorld.OTHER).id())).isEqualTo(theirs);
    }

    /** Another client changes the network interface after Butler has read it: the change of Butler is rejected and repeated. */
    @Test
    void neverOverwritesAConcurrentChangeOfANetworkInterface() {
        AtomicBoolean armed = new AtomicBoolean();
        AzureSimulator disturbed = AzureSimulator.startObserved(
                SimulationOptions.standard(), application -> new ConcurrentTagger(application, armed));
        try (AzureWorld other = new AzureWorld(disturbed, Map.of())) {
            String machine = other.run(spec("alpha-cp-0")).providerId();
            other.awaitReady(balancer(AzureWorld.OWNER));
            armed.set(true);
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(
                            () -> other.azure.loadBalancers().orElseThrow().ensure(balancer(AzureWorld.OWNER, machine)))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT));
            assertThat(other.awaitReady(balancer(AzureWorld.OWNER, machine)).registeredTargets())
                    .isEqualTo(1);
        }
    }

    /** Changes a network interface immediately before the first conditional change of another client. */
    private record ConcurrentTagger(HttpApplication application, AtomicBoolean armed) implements HttpApplication {
        @Override
        public HttpApiResponse answer(HttpApiRequest request) {
            boolean conditional =
                    request.method().equals("PUT") && request.header("If-Match").isPresent();
            if (conditional && armed.compareAndSet(true, false)) {
                Map<String, List<String>> headers = new HashMap<>(request.headers());
                headers.remove("if-match");
                application.answer(new HttpApiRequest("PUT", request.uri(), headers, withoutPools(request)));
            }
            return application.answer(request);
        }

        private static byte[] withoutPools(HttpApiRequest request) {
            return request.text()
                    .replaceAll(
                            "\"loadBalancerBackendAddressPools\":\\[[^]]*]", "\"loadBalancerBackendAddressPools\":[]")
                    .getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
            return application.refusal(fault, request);
        }

        @Override
        public Optional<Subject> subject(HttpApiRequest request) {
            return application.subject(request);
        }
    }

    @Test
    void isListedAndRemovedByItsTags() {
        world.awaitReady(balancer(AzureWorld.OWNER));
        assertThat(world.azure.owned())
                .extracting(OwnedResource::type)
                .containsExactlyInAnyOrder("load balancer", "public IP address");
        TestAwait.upTo(AzureWorld.LIMIT, "all owned resources deleted").until(() -> {
            List<OwnedResource> left = world.azure.owned();
            left.forEach(world.azure::remove);
            return left.isEmpty();
        });
    }
}
