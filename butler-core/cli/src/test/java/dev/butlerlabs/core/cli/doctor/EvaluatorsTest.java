package dev.butlerlabs.core.cli.doctor;

import static dev.butlerlabs.core.cli.doctor.DoctorResult.State.OK;
import static dev.butlerlabs.core.cli.doctor.DoctorResult.State.PROBLEM;
import static dev.butlerlabs.core.cli.doctor.DoctorResult.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.core.version.VersionList;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decisions of the checks, without network. */
class EvaluatorsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final URI SERVER = URI.create("https://10.0.0.5:6443");

    @ParameterizedTest
    @CsvSource({"0, OK", "4, OK", "-4, OK", "60, WARNING", "-60, WARNING", "301, PROBLEM", "-7200, PROBLEM"})
    void clocksMayDifferByAFewSeconds(long seconds, DoctorResult.State state) {
        assertThat(ClockEvaluator.difference(NOW, Optional.of(NOW.minusSeconds(seconds)))
                        .state())
                .isEqualTo(state);
    }

    @Test
    void theMessageNamesTheDirectionOfTheDifference() {
        assertThat(ClockEvaluator.difference(NOW, Optional.of(NOW.plusSeconds(600)))
                        .message())
                .contains("10 minutes behind");
        assertThat(ClockEvaluator.difference(NOW, Optional.of(NOW.minusSeconds(7200)))
                        .message())
                .contains("2 hours ahead of");
        assertThat(ClockEvaluator.difference(NOW, Optional.empty()).state()).isEqualTo(WARNING);
    }

    @Test
    void aCertificateIsValidForSomeTimeYet() {
        assertThat(certificate(-1, 365)).isEqualTo(OK);
        assertThat(certificate(-1, 3)).isEqualTo(WARNING);
        assertThat(certificate(-9, -1)).isEqualTo(PROBLEM);
        assertThat(certificate(1, 365)).isEqualTo(PROBLEM);
    }

    private static DoctorResult.State certificate(long from, long until) {
        return ClockEvaluator.certificate(NOW, NOW.plus(Duration.ofDays(from)), NOW.plus(Duration.ofDays(until)))
                .state();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.5, '10.0.0.0/8', true",
        "10.0.0.5, '192.168.0.0/16,10.0.0.5', true",
        "10.0.0.5, '10.0.0', false",
        "api.example.com, '.example.com', true",
        "api.example.com, 'example.com', true",
        "api.example.com, '*.example.com', true",
        "badexample.com, 'example.com', false",
        "api.example.com, '*', true",
        "api.example.com, '', false"
    })
    void noProxyListsNamesDomainsAddressesAndNetworks(String host, String list, boolean excluded) {
        assertThat(ProxyEvaluator.isExcluded(host, list)).isEqualTo(excluded);
    }

    @Test
    void aProxyMustNotGetInTheWayOfTheCluster() {
        assertThat(proxy(Map.of())).extracting(DoctorResult::state).containsExactly(OK);
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://proxy:3128")))
                .extracting(DoctorResult::state)
                .containsExactly(WARNING);
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://proxy:3128", "no_proxy", "10.0.0.0/24")))
                .extracting(DoctorResult::state)
                .containsExactly(OK);
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://a b")))
                .extracting(DoctorResult::state)
                .containsExactly(PROBLEM);
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://one:1", "https_proxy", "http://two:2", "NO_PROXY", "*")))
                .extracting(DoctorResult::state)
                .containsExactly(WARNING, OK);
    }

    @Test
    void credentialsOfAProxyAreNotShown() {
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://ada:hunter2@proxy:3128")))
                .allSatisfy(finding -> assertThat(finding.toString()).doesNotContain("hunter2", "ada"))
                .anySatisfy(finding -> assertThat(finding.message()).contains("proxy:3128"));
    }

    private static List<DoctorResult> proxy(Map<String, String> environment) {
        return new ProxyEvaluator(name -> Optional.ofNullable(environment.get(name))).findings(Optional.of(SERVER));
    }

    @Test
    void spaceAndModes() {
        Path home = Path.of("/home/ada/.butler");
        assertThat(StorageEvaluator.space(home, 100L << 20).state()).isEqualTo(PROBLEM);
        assertThat(StorageEvaluator.space(home, 1024L << 20).state()).isEqualTo(WARNING);
        assertThat(StorageEvaluator.space(home, 1024L << 30).state()).isEqualTo(OK);

        assertThat(StorageEvaluator.modes(home, 3, List.of()).state()).isEqualTo(OK);
        assertThat(StorageEvaluator.modes(home, 3, List.of(home.resolve("events.jsonl")))
                        .state())
                .isEqualTo(WARNING);
        DoctorResult open = StorageEvaluator.modes(home, 3, List.of(home.resolve("demo-kubeconfig")));
        assertThat(open.state()).isEqualTo(PROBLEM);
        assertThat(open.fix()).isEqualTo("chmod 600 /home/ada/.butler/demo-kubeconfig");
    }

    @ParameterizedTest
    @CsvSource({
        "0.3.0, 0.3.9, OK",
        "0.3.0, 0.4.0, OK",
        "0.3.0, 0.5.0, WARNING",
        "1.0.0, 0.9.0, WARNING",
        "0.3.0-SNAPSHOT, 0.9.0, OK"
    })
    void theToolAndTheControllersAreAtMostOneMinorVersionApart(
            String tool, String controllers, DoctorResult.State state) {
        assertThat(versions(tool, known(), controllers).getLast().state()).isEqualTo(state);
    }

    @Test
    void unknownVersionsOfKubernetesAreDoubtful() {
        assertThat(versions("0.1.0", known(), "0.1.0").getFirst().state()).isEqualTo(OK);
        assertThat(versions("0.1.0", "v1.2.3", "0.1.0").getFirst().state()).isEqualTo(WARNING);
        assertThat(versions("0.1.0", "unknown", "0.1.0").getFirst().state()).isEqualTo(WARNING);
    }

    private static String known() {
        return "v" + VersionList.current().defaultKubernetes().toString().replaceFirst("^v", "");
    }

    private static List<DoctorResult> versions(String tool, String kubernetes, String controllers) {
        return VersionEvaluator.findings(
                tool, kubernetes, Optional.of(controllers), VersionList.current(), LocalDate.parse("2020-01-01"));
    }

    @Test
    void missingPermissionsAreListed() {
        AccessQuestion list = new AccessQuestion("list", "", "nodes", Optional.empty(), Optional.empty());

        assertThat(PermissionEvaluator.finding(2, List.of()).state()).isEqualTo(OK);
        assertThat(PermissionEvaluator.finding(2, List.of(list)).state()).isEqualTo(WARNING);
        assertThat(PermissionEvaluator.finding(2, List.of(list)).message()).contains("list nodes");
        assertThat(PermissionEvaluator.finding(1, List.of(list)).state()).isEqualTo(PROBLEM);
    }
}
