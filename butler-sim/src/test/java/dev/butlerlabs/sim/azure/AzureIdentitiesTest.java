package dev.butlerlabs.sim.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of applications. */
class AzureIdentitiesTest {
    @ParameterizedTest
    @CsvSource({
        "tenantID, 11111111-1111-4111-8111-111111111111, AADSTS90002",
        "clientID, 11111111-1111-4111-8111-111111111111, AADSTS700016",
        "clientSecret, canary-of-a-wrong-secret, AADSTS7000215"
    })
    void aWrongCredentialIsNamedByEntra(String key, String value, String expected) {
        try (AzureSimulator simulator = AzureSimulator.start(SimulationOptions.standard())) {
            Map<String, String> credentials = new HashMap<>(simulator.credentials());
            credentials.put(key, value);
            try (ConnectedInfrastructure azure = AzureWorld.connect(simulator, Map.of(), credentials)) {
                assertThatExceptionOfType(ButlerException.class)
                        .isThrownBy(azure::version)
                        .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                        .withMessageContaining(expected)
                        .withMessageNotContaining("canary")
                        .withMessageNotContaining("Trace ID");
            }
        }
    }

    /** A token close to its expiry is not used for another request. */
    @Test
    void aTokenIsReplacedBeforeItExpires() {
        try (AzureSimulator simulator =
                        AzureSimulator.startWithTokens(Duration.ofSeconds(60), SimulationOptions.standard());
                ConnectedInfrastructure azure = AzureWorld.connect(simulator, Map.of(), simulator.credentials())) {
            azure.version();
            azure.version();
            assertThat(simulator.requests()).isEqualTo(4);
        }
    }

    @Test
    void aTokenIsUsedForManyRequestsAndReplacedWhenItIsRejected() {
        FaultPlan faults = new FaultPlan(1);
        try (AzureSimulator simulator =
                        AzureSimulator.start(SimulationOptions.standard().withFaults(faults));
                ConnectedInfrastructure azure = AzureWorld.connect(simulator, Map.of(), simulator.credentials())) {
            azure.version();
            azure.version();
            assertThat(simulator.requests()).isEqualTo(3);
            faults.order(FaultSpec.once(SimulatedOperation.LIST, FaultKind.UNAUTHORIZED));
            azure.version();
            assertThat(simulator.requests()).isEqualTo(6);
        }
    }

    @Test
    void anotherSubscriptionOrGroupIsReported() {
        try (AzureSimulator simulator = AzureSimulator.start(SimulationOptions.standard())) {
            for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                    Map.of("subscriptionID", "11111111-1111-4111-8111-111111111111"),
                    Map.of("resourceGroup", "missing"))) {
                try (ConnectedInfrastructure azure = AzureWorld.connect(simulator, wrong, simulator.credentials())) {
                    assertThatExceptionOfType(ButlerException.class)
                            .isThrownBy(() -> azure.machines().observe(AzureWorld.id("x")))
                            .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND));
                }
            }
        }
    }
}
