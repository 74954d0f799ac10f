package dev.butlerlabs.sim.nutanix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How Prism Central is reached, and whom a client trusts. */
class NutanixConnectionTest {
    private static final String NAME = "prism.made-up.test";

    @Test
    void theVersionIsAsked() {
        try (Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()))) {
            assertThat(prism.infrastructure.version()).isEqualTo("pc.2024.3-simulated");
        }
    }

    /** Point 40: a port in the endpoint is not followed by another one. */
    @Test
    void aPortInTheEndpointCounts() {
        try (NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());
                Prism prism = new Prism(
                        simulator,
                        Map.of("endpoint", "https://127.0.0.1:" + simulator.port() + "/", "port", 9440),
                        Map.of())) {
            assertThat(prism.infrastructure.version()).startsWith("pc.");
        }
    }

    @Test
    void aHostAliasLeadsToItsAddressAndItsNameIsVerified() {
        try (NutanixSimulator simulator = NutanixSimulator.startAs(NAME, SimulationOptions.standard());
                Prism prism = new Prism(
                        simulator,
                        Map.of("endpoint", "https://" + NAME, "hostAliases", Map.of(NAME, "127.0.0.1")),
                        Map.of())) {
            assertThat(prism.infrastructure.version()).startsWith("pc.");
        }
    }

    @Test
    void hostAliasesMayBeLinesOfAHostsFile() {
        try (NutanixSimulator simulator = NutanixSimulator.startAs(NAME, SimulationOptions.standard());
                Prism prism = new Prism(
                        simulator,
                        Map.of("endpoint", "https://" + NAME, "hostAliases", List.of("127.0.0.1  other.test " + NAME)),
                        Map.of())) {
            assertThat(prism.infrastructure.version()).startsWith("pc.");
        }
    }

    @Test
    void aCertificateForAnotherNameIsNotTrusted() {
        try (NutanixSimulator simulator = NutanixSimulator.startAs("somebody-else.test", SimulationOptions.standard());
                Prism prism = new Prism(
                        simulator,
                        Map.of("endpoint", "https://" + NAME, "hostAliases", Map.of(NAME, "127.0.0.1")),
                        Map.of())) {
            assertThat(failure(prism.infrastructure)).isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE);
        }
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsNotTrusted() {
        try (NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());
                NutanixSimulator stranger = NutanixSimulator.start(SimulationOptions.standard());
                Prism other = new Prism(
                        simulator,
                        Map.of(),
                        Map.of("ca.pem", stranger.credentials().get("ca.pem")));
                Prism common = new Prism(simulator, Map.of(), Map.of("ca.pem", ""))) {
            assertThat(failure(other.infrastructure)).isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE);
            assertThat(failure(common.infrastructure)).isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE);
        }
    }

    @Test
    void anybodyIsTrustedOnlyWhenThatIsAskedFor() {
        try (NutanixSimulator simulator = NutanixSimulator.startAs("somebody-else.test", SimulationOptions.standard());
                Prism prism = new Prism(simulator, Map.of("insecure", true), Map.of("ca.pem", ""))) {
            assertThat(prism.infrastructure.version()).startsWith("pc.");
        }
    }

    @Test
    void aWrongPasswordIsNotAccepted() {
        try (NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());
                Prism prism = new Prism(simulator, Map.of(), Map.of("password", "wrong"))) {
            assertThat(failure(prism.infrastructure)).isEqualTo(ErrorCode.UNAUTHENTICATED);
        }
    }

    @Test
    void aServerThatIsGoneIsUnreachable() {
        NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());
        simulator.close();
        try (Prism prism = new Prism(simulator)) {
            assertThat(failure(prism.infrastructure)).isEqualTo(ErrorCode.UNREACHABLE);
        }
    }

    private static ErrorCode failure(ConnectedInfrastructure infrastructure) {
        return catchThrowableOfType(ButlerException.class, infrastructure::version)
                .code();
    }
}
