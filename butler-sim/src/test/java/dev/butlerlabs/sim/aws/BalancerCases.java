package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.OWNER;
import static dev.butlerlabs.sim.aws.Machine.SOMEBODY_ELSE;
import static dev.butlerlabs.sim.aws.Machine.awaitRunning;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.TestAwait;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Listener;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;

/** What the provider does with load balancers, on whatever speaks the API of AWS. */
abstract class BalancerCases {
    private static final int PORT = 6443;

    private AwsWorld world;
    private ConnectedInfrastructure aws;
    private LoadBalancerOperations balancers;
    private AwsTruth truth;

    abstract AwsWorld world();

    @BeforeEach
    void connect() {
        world = world();
        aws = world.connect();
        balancers = aws.loadBalancers().orElseThrow();
        truth = world.truth();
    }

    @AfterEach
    void close() {
        if (truth != null) {
            truth.close();
            aws.close();
            world.close();
        }
    }

    private static LoadBalancerSpec balancer(String... targets) {
        return new LoadBalancerSpec(new LoadBalancerId("alpha", OWNER), PORT, PORT, Set.of(targets));
    }

    private LoadBalancerState.Ready awaitReady(LoadBalancerSpec wanted) {
        return (LoadBalancerState.Ready) TestAwait.upTo(Machine.LIMIT, "the load balancer ready")
                .until(() -> balancers.ensure(wanted), LoadBalancerState.Ready.class::isInstance);
    }

    @Test
    void makesALoadBalancerOnceWithListenerAndTargetGroup() {
        balancers.ensure(balancer());
        LoadBalancerState.Ready ready = awaitReady(balancer());

        assertThat(ready.endpoint()).isNotEmpty();
        assertThat(truth.elb.describeLoadBalancers().loadBalancers())
                .extracting(LoadBalancer::loadBalancerName)
                .containsExactly("alpha-cp-nlb");
        assertThat(truth.elb.describeTargetGroups().targetGroups())
                .extracting(TargetGroup::targetGroupName)
                .containsExactly("alpha-cp-tg");
        assertThat(truth.elb
                        .describeListeners(request -> request.loadBalancerArn(ready.providerId()))
                        .listeners())
                .extracting(Listener::port)
                .containsExactly(PORT);
        TargetGroup group = truth.elb.describeTargetGroups().targetGroups().getFirst();
        assertThat(group.healthCheckPort()).isEqualTo("6443");
        assertThat(group.healthCheckIntervalSeconds()).isEqualTo(10);
    }

    @Test
    void bringsTheTargetsToThoseNamed() {
        String first = machine("alpha-cp-0");
        String second = machine("alpha-cp-1");
        String third = machine("alpha-cp-2");

        assertThat(awaitReady(balancer(first, second)).registeredTargets()).isEqualTo(2);
        assertThat(registered()).containsExactlyInAnyOrder(first, second);
        assertThat(awaitReady(balancer(second, "aws:///zone/" + third)).registeredTargets())
                .isEqualTo(2);
        assertThat(registered()).containsExactlyInAnyOrder(second, third);
    }

    private String machine(String name) {
        aws.machines().create(spec(name));
        return awaitRunning(aws, name).providerId();
    }

    private List<String> registered() {
        String group =
                truth.elb.describeTargetGroups().targetGroups().getFirst().targetGroupArn();
        return truth
                .elb
                .describeTargetHealth(request -> request.targetGroupArn(group))
                .targetHealthDescriptions()
                .stream()
                .filter(health -> !"draining".equals(health.targetHealth().stateAsString()))
                .map(health -> health.target().id())
                .toList();
    }

    @Test
    void completesWhatIsHalfMade() {
        LoadBalancerState.Ready ready = awaitReady(balancer());
        String listener = truth.elb
                .describeListeners(request -> request.loadBalancerArn(ready.providerId()))
                .listeners()
                .getFirst()
                .listenerArn();
        truth.elb.deleteListener(request -> request.listenerArn(listener));
        assertThat(balancers.observe(balancer().id()))
                .isInstanceOfSatisfying(
                        LoadBalancerState.Starting.class,
                        starting -> assertThat(starting.endpoint()).contains(ready.endpoint()));

        assertThat(awaitReady(balancer()).providerId()).isEqualTo(ready.providerId());
    }

    @Test
    void movesTheListenerWhenThePortChanges() {
        LoadBalancerState.Ready ready = awaitReady(balancer());
        awaitReady(new LoadBalancerSpec(balancer().id(), 443, PORT, Set.of()));

        assertThat(truth.elb
                        .describeListeners(request -> request.loadBalancerArn(ready.providerId()))
                        .listeners())
                .extracting(Listener::port)
                .containsExactly(443);
    }

    @Test
    void removesAllOfIt() {
        awaitReady(balancer());
        balancers.delete(balancer().id());
        TestAwait.upTo(Machine.LIMIT, "the load balancer deleted")
                .until(
                        () -> {
                            balancers.delete(balancer().id());
                            return balancers.observe(balancer().id());
                        },
                        LoadBalancerState.Absent.class::isInstance);

        assertThat(truth.elb.describeLoadBalancers().loadBalancers()).isEmpty();
        assertThat(truth.elb.describeTargetGroups().targetGroups()).isEmpty();
    }

    @Test
    void leavesSomebodyElsesLoadBalancerAlone() {
        LoadBalancerSpec theirs =
                new LoadBalancerSpec(new LoadBalancerId("alpha", SOMEBODY_ELSE), PORT, PORT, Set.of());
        LoadBalancerState.Ready ready = awaitReady(theirs);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> balancers.ensure(balancer()))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        assertThat(balancers.observe(balancer().id())).isEqualTo(new LoadBalancerState.Absent());
        balancers.delete(balancer().id());
        assertThat(balancers.observe(theirs.id())).isEqualTo(ready);
    }

    @Test
    void ownsLoadBalancersAndTargetGroupsByTheirMarks() {
        awaitReady(balancer());

        assertThat(aws.owned())
                .extracting(OwnedResource::type)
                .containsExactlyInAnyOrder("load balancer", "target group");
        TestAwait.upTo(Machine.LIMIT, "all owned resources deleted")
                .until(
                        () -> {
                            List<OwnedResource> left = aws.owned();
                            left.forEach(aws::remove);
                            return left;
                        },
                        List::isEmpty);
    }

    @Test
    void refusesAClusterNameThatIsTooLong() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> balancers.ensure(
                        new LoadBalancerSpec(new LoadBalancerId("a".repeat(26), OWNER), PORT, PORT, Set.of())))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }
}
