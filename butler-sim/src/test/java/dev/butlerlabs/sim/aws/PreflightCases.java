package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.OWNER;
import static dev.butlerlabs.sim.aws.Machine.SOMEBODY_ELSE;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is found before anything is made, on whatever speaks the API of AWS. */
abstract class PreflightCases {
    static final PreflightInput PLAN = new PreflightInput(
            List.of(spec("alpha-cp-0"), spec("alpha-cp-1"), spec("alpha-cp-2")),
            Optional.of(new LoadBalancerSpec(new LoadBalancerId("alpha", OWNER), 6443, 6443, Set.of())));

    AwsWorld world;

    abstract AwsWorld world();

    @BeforeEach
    void begin() {
        world = world();
    }

    @AfterEach
    void close() {
        if (world != null) {
            world.close();
        }
    }

    Map<String, Result> preflight(Map<String, Object> otherSettings) {
        try (ConnectedInfrastructure aws = world.connect(otherSettings)) {
            Map<String, Result> results = new LinkedHashMap<>();
            aws.preflight(PLAN).forEach(check -> results.put(check.name(), check.run()));
            return results;
        }
    }

    @Test
    void findsNothingWrongWhereNothingIs() {
        assertThat(preflight(Map.of()))
                .containsOnlyKeys(
                        "Credentials",
                        "Image",
                        "Network",
                        "ZoneSpread",
                        "InstanceTypes",
                        "Quota",
                        "Permissions",
                        "Names")
                .allSatisfy((name, result) -> {
                    if (!name.equals("Quota")) {
                        assertThat(result).as(name).isInstanceOf(Result.Passed.class);
                    }
                });
        try (ConnectedInfrastructure aws = world.connect()) {
            assertThat(aws.version()).contains(world.settings().get("region").toString());
        }
    }

    @Test
    void looksBeforeItMakes() {
        preflight(Map.of());
        try (AwsTruth truth = world.truth()) {
            assertThat(truth.living("alpha-cp-0")).isEmpty();
            assertThat(truth.elb.describeLoadBalancers().loadBalancers()).isEmpty();
        }
    }

    @Test
    void missesAnImage() {
        assertThat(preflight(Map.of("ami", "ami-0000000000000dead")).get("Image"))
                .isInstanceOf(Result.Failed.class);
        assertThat(preflight(Map.of("ami", "v0.0.1")).get("Image"))
                .isInstanceOfSatisfying(
                        Result.Failed.class,
                        failed -> assertThat(failed.message()).contains("talos-v0.0.1-*"));
    }

    @Test
    void missesASubnet() {
        assertThat(preflight(Map.of("subnetIDs", List.of("subnet-0000000000000dead")))
                        .get("Network"))
                .isInstanceOf(Result.Failed.class);
    }

    @Test
    void missesASecurityGroup() {
        assertThat(preflight(Map.of("securityGroupIDs", List.of("sg-0000000000000dead")))
                        .get("Network"))
                .isInstanceOf(Result.Failed.class);
    }

    @Test
    void seesThatTheVpcIsAnother() {
        assertThat(preflight(Map.of("vpcID", "vpc-0000000000000dead")).get("Network"))
                .isInstanceOf(Result.Failed.class);
    }

    @Test
    void doubtsAControlPlaneInOneZone() {
        Object first = ((List<?>) world.settings().get("subnetIDs")).getFirst();

        assertThat(preflight(Map.of("subnetIDs", List.of(first))).get("ZoneSpread"))
                .isInstanceOf(Result.Doubtful.class);
    }

    @Test
    void missesAnInstanceType() {
        assertThat(preflight(Map.of("instanceType", "x99.mega")).get("InstanceTypes"))
                .isInstanceOf(Result.Failed.class);
    }

    @Test
    void seesThatSomebodyHoldsAName() {
        try (AwsTruth truth = world.truth()) {
            truth.plant(Map.of("Name", "alpha-cp-1"));
        }

        assertThat(preflight(Map.of()).get("Names"))
                .isInstanceOfSatisfying(
                        Result.Failed.class,
                        failed -> assertThat(failed.message()).contains("alpha-cp-1"));
    }

    @Test
    void seesThatSomebodyHoldsTheNameOfTheLoadBalancer() {
        try (ConnectedInfrastructure aws = world.connect()) {
            LoadBalancerSpec theirs =
                    new LoadBalancerSpec(new LoadBalancerId("alpha", SOMEBODY_ELSE), 6443, 6443, Set.of());
            aws.loadBalancers().orElseThrow().ensure(theirs);
        }

        assertThat(preflight(Map.of()).get("Names")).isInstanceOf(Result.Failed.class);
    }

    @Test
    void itsOwnMachinesAreNoCollision() {
        try (ConnectedInfrastructure aws = world.connect()) {
            aws.machines().create(spec("alpha-cp-0"));
        }

        assertThat(preflight(Map.of()).get("Names")).isInstanceOf(Result.Passed.class);
    }
}
