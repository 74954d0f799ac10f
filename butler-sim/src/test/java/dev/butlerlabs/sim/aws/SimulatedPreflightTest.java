package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Preflight on the simulated region, which also has a quota and knows its keys. */
@Tag("slow")
class SimulatedPreflightTest extends PreflightCases {
    private final FaultPlan faults = new FaultPlan(1);
    private SimulatedWorld simulated;

    @Override
    AwsWorld world() {
        return start(10);
    }

    private AwsWorld start(int capacity) {
        simulated = new SimulatedWorld(SimulatedAws.start(
                SimulationOptions.standard().withCapacity(capacity).withFaults(faults)));
        return simulated;
    }

    @AfterEach
    void everyWordWasUnderstood() {
        assertThat(simulated.simulator().complaints()).isEmpty();
    }

    @Test
    void countsVirtualProcessorsAgainstTheQuota() {
        assertThat(preflight(Map.of()).get("Quota"))
                .isEqualTo(new Result.Passed("12 vCPUs requested; 0 of 40 in use."));
        world.close();
        world = start(2);
        assertThat(preflight(Map.of()).get("Quota"))
                .isInstanceOfSatisfying(
                        Result.Failed.class, failed -> assertThat(failed.hint()).contains("Service Quotas"));
    }

    @Test
    void seesASecurityGroupOfAnotherVpc() {
        assertThat(preflight(Map.of("securityGroupIDs", List.of("sg-0b0071e5000000bad")))
                        .get("Network"))
                .isInstanceOf(Result.Failed.class);
    }

    @Test
    void failsEveryCheckWithAHintWhenTheKeyIsNotKnown() {
        faults.order(new FaultSpec(Optional.empty(), FaultKind.UNAUTHORIZED, Optional.empty(), 1000));

        assertThat(preflight(Map.of()))
                .allSatisfy((name, result) -> assertThat(result)
                        .as(name)
                        .isInstanceOfSatisfying(
                                Result.Failed.class,
                                failed -> assertThat(failed.hint()).contains("accessKeyID")));
    }

    @Test
    void findsTheNewestReleaseOfTalosAndNoOlderPatchNorAlpha() {
        assertThat(preflight(Map.of()).get("Image"))
                .isInstanceOfSatisfying(
                        Result.Passed.class,
                        passed -> assertThat(passed.seen()).contains("talos-v1.13.9-eu-central-1-amd64"));
        assertThat(preflight(Map.of("ami", "v1.12.2")).get("Image"))
                .isInstanceOfSatisfying(
                        Result.Passed.class,
                        passed -> assertThat(passed.seen()).contains("talos-v1.12.2-eu-central-1-amd64"));
        assertThat(preflight(Map.of("architecture", "arm64")).get("Image"))
                .isInstanceOfSatisfying(
                        Result.Passed.class,
                        passed -> assertThat(passed.seen()).contains("talos-v1.13.9-eu-central-1-arm64"));
    }
}
