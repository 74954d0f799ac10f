package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody may see is seen by nobody, and whom nobody vouches for is not talked to. */
@Tag("slow")
class HarvesterSecretsTest {
    private static final String CANARY = "canary-7c1f0e";

    private static Harvester harvester;

    @BeforeAll
    static void start() {
        harvester = Harvester.start();
    }

    @AfterAll
    static void stop() {
        harvester.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create:error-storm*20", "create:quota", "create:unauthorized*20", "create:throttle*20"})
    void userDataIsInNoFailure(String fault) {
        harvester.order(fault);
        MachineSpec plain = Harvester.spec("canary-cp-0");
        MachineSpec spec = new MachineSpec(
                plain.id(),
                plain.role(),
                plain.cpu(),
                plain.memoryMiB(),
                plain.diskGiB(),
                plain.extraDisks(),
                plain.image(),
                Optional.of(new SensitiveText("password: " + CANARY)),
                Optional.of(new SensitiveText("password: " + CANARY)),
                plain.zone(),
                plain.labels());

        assertThatThrownBy(() -> harvester.machines().create(spec))
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain(CANARY, encoded(CANARY)));
        harvester.simulator.faults().clear();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(("password: " + text).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theTokenIsInNoFailureAndNothingThatIsPrinted() {
        String kubeconfig =
                harvester.simulator.credentials().get("kubeconfig").replaceAll("token: .*", "token: " + CANARY);

        try (ConnectedInfrastructure infrastructure = connect(kubeconfig)) {
            assertThat(infrastructure.toString()).doesNotContain(CANARY);
            assertThatThrownBy(() -> infrastructure.machines().observe(Harvester.id("canary-cp-1")))
                    .isInstanceOfSatisfying(ButlerException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
                        assertThat(trace(e)).doesNotContain(CANARY);
                    });
        }
    }

    @Test
    void aServerNobodyVouchesForIsNotTalkedTo() {
        long before = harvester.simulator.requests();
        String stranger;
        try (HarvesterSimulator other = HarvesterSimulator.start(Harvester.options())) {
            stranger = other.credentials().get("kubeconfig");
        }
        String misled = stranger.replaceAll(
                "server: .*", "server: " + harvester.simulator.settings().get("endpoint"));

        try (ConnectedInfrastructure infrastructure = connect(misled)) {
            assertThatThrownBy(() -> infrastructure.machines().observe(Harvester.id("canary-cp-2")))
                    .isInstanceOfSatisfying(
                            ButlerException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE));
        }
        assertThat(harvester.simulator.requests()).isEqualTo(before);
    }

    private static ConnectedInfrastructure connect(String kubeconfig) {
        Map<String, Object> settings = Map.of("networkName", "default/machines");
        return ProviderRegistry.load()
                .require("harvester")
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.harvester", settings, new ProblemCollector()),
                        new Credentials(Map.of("kubeconfig", new SensitiveText(kubeconfig)))));
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
