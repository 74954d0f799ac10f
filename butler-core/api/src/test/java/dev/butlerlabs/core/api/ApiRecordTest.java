package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiRecordTest {
    @Test
    void aStatusIsBuiltFromTheOneBefore() {
        MachineRequestStatus old = MachineRequestStatusBuilder.builder()
                .phase(MachineRequestStatus.Phase.CREATING)
                .ipAddresses(List.of("192.0.2.11"))
                .build();

        MachineRequestStatus next = MachineRequestStatusBuilder.builder(old)
                .phase(MachineRequestStatus.Phase.RUNNING)
                .build();

        assertThat(next.phase()).isEqualTo(MachineRequestStatus.Phase.RUNNING);
        assertThat(next.ipAddresses()).containsExactly("192.0.2.11");
    }

    @Test
    void absentCollectionsAreEmptyAndNotWritten() {
        MachineRequestStatus status = Serialization.unmarshal("{}", MachineRequestStatus.class);
        assertThat(status.conditions()).isEmpty();
        assertThat(Serialization.asJson(status)).isEqualTo("{}");
    }

    @Test
    void emptyTextIsWritten() {
        ClusterBootstrapSpec.ConfigPatch patch =
                new ClusterBootstrapSpec.ConfigPatch(ClusterBootstrapSpec.Operation.REMOVE, "", null);
        assertThat(Serialization.asJson(patch)).isEqualTo("{\"op\":\"remove\",\"path\":\"\"}");
    }

    @Test
    void collectionsAreCopied() {
        List<String> addresses = new ArrayList<>(List.of("192.0.2.11"));
        MachineRequestStatus status =
                MachineRequestStatusBuilder.builder().ipAddresses(addresses).build();
        addresses.clear();
        assertThat(status.ipAddresses()).containsExactly("192.0.2.11");
    }

    @Test
    void timesAreWrittenAsKubernetesWritesThem() {
        MachineRequestStatus status = MachineRequestStatusBuilder.builder()
                .lastUpdated(Instant.parse("2026-03-01T08:00:00Z"))
                .build();
        assertThat(Serialization.asJson(status)).isEqualTo("{\"lastUpdated\":\"2026-03-01T08:00:00Z\"}");
    }

    @Test
    void secretsAreWrittenButNotPrinted() {
        ClusterBootstrap bootstrap = new ClusterBootstrap();
        bootstrap.setStatus(ClusterBootstrapStatusBuilder.builder()
                .kubeconfig(new SensitiveText("secret-key"))
                .build());
        assertThat(Serialization.asJson(bootstrap)).contains("secret-key");
        assertThat(bootstrap.toString()).doesNotContain("secret-key").contains("(hidden)");
    }
}
