package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills the process that serves the infrastructure's API in the middle of a bootstrap and starts it again. As on a real infrastructure,
 * virtual machines and their records survive; requests in flight are cut off, whether they were carried out or not. The bootstrap is one
 * run from beginning to end. {@code -Dbutler.infrastructure.kills=10} kills more often and on 3+2 machines, {@code
 * -Dbutler.infrastructure.providers=nutanix,harvester,proxmox,aws,azure,gcp} runs on several infrastructures.
 */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class InfrastructureRestartTest {
    private static final int KILLS = Integer.getInteger("butler.infrastructure.kills", 1);
    private static final long DOWN_MILLIS = 1_500;
    /** The steps during which the run depends on the infrastructure. */
    private static final Set<String> AIMED_AT = Set.of(
            "LoadBalancerRequested",
            "MachinesRequested",
            "MachinesRunning",
            "EndpointKnown",
            "TalosConfigured",
            "EtcdBootstrapped",
            "NodesReady",
            "Pivoted");

    private static final String[] PROVIDERS =
            System.getProperty("butler.infrastructure.providers", "nutanix").split(",", -1);

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("providers")
    void oneRunReachesReadyWithoutDuplicates(String provider) throws Exception {
        boolean large = KILLS > 2;
        try (ProviderWorld world = new ProviderWorld(folder, provider, large ? 3 : 1, large ? 2 : 1);
                ApiFront front = ApiFront.start(world.port())) {
            Path file = world.file(front.port());
            Process run = world.butleradm()
                    .start("bootstrap", provider, "-c", file.toString(), "--engine", "embedded", "-o", "json");
            StringBuilder told = new StringBuilder();
            Set<String> moments = restartDuring(run, front, told);

            assertThat(run.waitFor()).as(told.toString()).isZero();
            assertThat(moments).hasSizeGreaterThanOrEqualTo(Math.min(KILLS, 2));
            assertThat(world.isFinished()).isTrue();
            assertThat(world.machines()).containsExactlyInAnyOrderElementsOf(world.expectedMachines());
            assertThat(world.etcdStarts()).containsOnly(1);
            System.out.printf(
                    "%s: API killed and restarted %d times at %s: ready, 0 duplicates%n",
                    provider, moments.size(), moments);
        }
    }

    static Stream<String> providers() {
        return Stream.of(PROVIDERS);
    }

    private static Set<String> restartDuring(Process run, ApiFront front, StringBuilder told)
            throws IOException, InterruptedException {
        Set<String> moments = new LinkedHashSet<>();
        BufferedReader lines = run.errorReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            told.append(line).append('\n');
            JsonNode document = line.startsWith("{") ? JSON.readTree(line) : JSON.createObjectNode();
            String step = document.path("step").asText();
            boolean reported = document.path("event").asText().matches("started|waiting");
            if (reported && moments.size() < KILLS && AIMED_AT.contains(step) && moments.add(step)) {
                front.restart(DOWN_MILLIS);
            }
        }
        return moments;
    }
}
