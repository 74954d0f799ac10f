package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;

/** The simulated region rejects what EC2 rejects, seen through Amazon's own client. */
class RegionChecksTest {
    private static SimulatedAws simulator;
    private static AwsTruth client;

    @BeforeAll
    static void start() {
        simulator = SimulatedAws.start(SimulationOptions.standard());
        client = new AwsTruth(simulator.settings(), simulator.credentials());
    }

    @AfterAll
    static void stop() {
        client.close();
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({"m6i.gigantic", "x99.large", "large", "t3.24xlarge", "t4g.micro"})
    void instancesOfUnknownOrUnfitTypesAreRejected(String type) {
        int before = simulator.machines().size();
        assertRejected(() -> run(type, SimulatedImages.PRIVATE), 400, "InvalidParameterValue");
        assertThat(simulator.machines()).hasSize(before);
    }

    @Test
    void theTypeIsNamedAsEc2NamesIt() {
        assertThatThrownBy(() -> run("m6i.gigantic", SimulatedImages.PRIVATE))
                .hasMessageContaining("Invalid value 'm6i.gigantic' for InstanceType.");
    }

    @Test
    void onlyTypesThatExistAreOffered() {
        assertThat(client.ec2
                        .describeInstanceTypeOfferings(request -> request.locationType("availability-zone")
                                .filters(AwsTruth.filter("instance-type", "m6i.large", "m6i.gigantic")))
                        .instanceTypeOfferings())
                .hasSize(3)
                .allSatisfy(offer -> assertThat(offer.instanceTypeAsString()).isEqualTo("m6i.large"));
    }

    @Test
    void aSignatureForAnotherRegionIsRejected() {
        Map<String, Object> settings = new HashMap<>(simulator.settings());
        settings.put("region", "eu-west-1");
        try (AwsTruth elsewhere = new AwsTruth(settings, simulator.credentials())) {
            // This HTTP client drops the body of a 401, and with it the code AuthFailure.
            assertThatThrownBy(elsewhere.ec2::describeInstances)
                    .isInstanceOfSatisfying(
                            AwsServiceException.class,
                            failure -> assertThat(failure.statusCode()).isEqualTo(401));
            assertRejected(elsewhere.elb::describeLoadBalancers, 403, "SignatureDoesNotMatch");
            assertThatThrownBy(elsewhere.elb::describeLoadBalancers)
                    .hasMessageContaining("Credential should be scoped to a valid region, not 'eu-west-1'.");
        }
    }

    private static void run(String type, String image) {
        List<?> subnets = (List<?>) simulator.settings().get("subnetIDs");
        client.ec2.runInstances(request -> request.minCount(1)
                .maxCount(1)
                .imageId(image)
                .instanceType(type)
                .networkInterfaces(InstanceNetworkInterfaceSpecification.builder()
                        .deviceIndex(0)
                        .subnetId(subnets.getFirst().toString())
                        .build()));
    }

    private static void assertRejected(ThrowingCallable call, int status, String code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AwsServiceException.class, failure -> {
            assertThat(failure.statusCode()).isEqualTo(status);
            assertThat(failure.awsErrorDetails().errorCode()).isEqualTo(code);
        });
    }
}
