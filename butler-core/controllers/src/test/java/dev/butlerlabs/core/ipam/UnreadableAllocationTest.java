package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of stored IPAllocations that do not fit their class. No server is asked. */
class UnreadableAllocationTest {
    private static final String SPEC = """
            {"poolRef": {"name": "lab"}, "tenantClusterRef": {"name": "web", "namespace": "team-a"},
             "type": "loadbalancer", "count": %s}
            """;

    private static KubernetesClient client;
    private static KubernetesSerialization lenient;

    @BeforeAll
    static void createClient() {
        client = new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder().withMasterUrl("http://127.0.0.1:1").build())
                .build();
        lenient = LenientDecoder.over(client).getKubernetesSerialization();
    }

    @AfterAll
    static void closeClient() {
        client.close();
    }

    @Test
    void aReadableObjectIsNotUnreadable() {
        assertThat(UnreadableAllocation.of(stored(
                        SPEC.formatted("4"),
                        "{\"phase\": \"Allocated\", \"startAddress\": \"10.0.0.1\", \"endAddress\": \"10.0.0.4\"}",
                        Map.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"phase": "Allocated", "startAddress": "10.0.0.1", "endAddress": "10.0.0.6"}                        | 10.0.0.1-10.0.0.6 | false
            {"phase": "Allocated", "startAddress": 7, "endAddress": "10.0.0.6", "cidr": "10.0.0.1-10.0.0.6"}    | 10.0.0.1-10.0.0.6 | false
            {"phase": "Allocated", "startAddress": "x", "cidr": "10.0.0.8/29"}                                  | 10.0.0.8/29       | false
            {"phase": "Allocated", "startAddress": "10.0.0.6", "endAddress": "10.0.0.1"}                        |                   | true
            {"phase": "Allocated"}                                                                              |                   | true
            {"phase": "Sold", "cidr": "lab"}                                                                    |                   | true
            {"phase": 7}                                                                                        |                   | true
            "Allocated"                                                                                         |                   | true
            {"startAddress": "10.0.0.1", "endAddress": "10.0.0.6"}                                              | 10.0.0.1-10.0.0.6 | false
            {"phase": "Released", "startAddress": "10.0.0.1", "endAddress": "10.0.0.6"}                         |                   | false
            {"phase": "Pending"}                                                                                |                   | false
            {"phase": "Failed"}                                                                                 |                   | false
            {}                                                                                                  |                   | false
            null                                                                                                |                   | false
            """)
    void holdsTheAddressesOfItsStoredStatus(String status, String block, boolean unknown) {
        UnreadableAllocation found = unreadable(stored(SPEC.formatted("2147483648"), status, Map.of()));

        assertThat(found.block().map(Object::toString)).isEqualTo(Optional.ofNullable(block));
        assertThat(found.rangeUnknown()).isEqualTo(unknown);
        assertThat(found.problem().toString()).contains("IPAllocation butler-system/a");
    }

    @Test
    void anInvalidAddressInAReadableStatusIsAnUnknownRange() {
        UnreadableAllocation found = unreadable(stored(
                SPEC.formatted("4"),
                "{\"phase\": \"Allocated\", \"startAddress\": \"here\", \"endAddress\": \"10.0.0.4\"}",
                Map.of()));

        assertThat(found.rangeUnknown()).isTrue();
        assertThat(found.problem().problem()).contains("status.startAddress");
    }

    @Test
    void belongsToThePoolAndTenantOfItsSpecElseOfItsLabels() {
        NamespacedReference web = new NamespacedReference("web", "team-a");
        UnreadableAllocation bySpec = unreadable(stored(SPEC.formatted("1e300"), "null", Map.of()));
        UnreadableAllocation byLabels = unreadable(stored(
                "7",
                "null",
                Map.of(
                        ApiGroup.NAME + "/network-pool", "lab",
                        ApiGroup.NAME + "/tenant", "web",
                        ApiGroup.NAME + "/source-namespace", "team-a",
                        ApiGroup.NAME + "/allocation-type", "nodes")));
        UnreadableAllocation byNothing = unreadable(stored("7", "null", Map.of()));

        assertThat(bySpec.mayBeOf("lab")).isTrue();
        assertThat(bySpec.mayBeOf("other")).isFalse();
        assertThat(bySpec.mayBeOf(web, Purpose.LOADBALANCER)).isTrue();
        assertThat(bySpec.mayBeOf(web, Purpose.NODES)).isFalse();
        assertThat(byLabels.mayBeOf("other")).isFalse();
        assertThat(byLabels.mayBeOf(web, Purpose.NODES)).isTrue();
        assertThat(byNothing.mayBeOf("other")).isTrue();
        assertThat(byNothing.mayBeOf(web, Purpose.NODES)).isFalse();
    }

    private static UnreadableAllocation unreadable(IPAllocation object) {
        return UnreadableAllocation.of(object).orElseThrow();
    }

    static IPAllocation stored(String spec, String status, Map<String, String> labels) {
        String written = labels.entrySet().stream()
                .map(label -> "\"%s\": \"%s\"".formatted(label.getKey(), label.getValue()))
                .collect(Collectors.joining(", "));
        return lenient.unmarshal("""
                {"apiVersion": "%s/v1alpha1", "kind": "IPAllocation",
                 "metadata": {"name": "a", "namespace": "butler-system", "uid": "u", "labels": {%s}},
                 "spec": %s, "status": %s}
                """.formatted(ApiGroup.NAME, written, spec, status), IPAllocation.class);
    }
}
