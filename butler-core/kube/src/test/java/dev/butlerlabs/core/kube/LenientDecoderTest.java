package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import org.junit.jupiter.api.Test;

class LenientDecoderTest {
    @Test
    void anInvalidFieldLeavesTheMetadata() {
        TenantCluster cluster = decode("""
                {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"TenantCluster",
                 "metadata":{"name":"web","namespace":"team-a"},"spec":{"workers":{"replicas":99999999999}}}
                """, TenantCluster.class);

        assertThat(cluster.getSpec()).isNull();
        assertThat(UndecodableObject.of(cluster))
                .hasValueSatisfying(problem -> assertThat(problem.toString())
                        .startsWith("TenantCluster team-a/web cannot be decoded: spec.workers.replicas"));
    }

    @Test
    void aMissingSpecIsAProblem() {
        TenantCluster cluster = decode("""
                {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"TenantCluster",
                 "metadata":{"name":"web","namespace":"team-a"},"spec":null,"status":{"phase":"Ready"}}
                """, TenantCluster.class);

        assertThat(UndecodableObject.of(cluster))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .hasToString("TenantCluster team-a/web cannot be decoded: spec: is missing"));
        assertThat(UndecodableObject.stored(cluster))
                .hasValueSatisfying(
                        stored -> assertThat(stored.getAdditionalProperties()).containsKey("status"));
    }

    @Test
    void aCopyKeepsTheProblem() {
        TenantCluster cluster = decode("""
                {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"TenantCluster",
                 "metadata":{"name":"web","namespace":"team-a"},"spec":{"workers":{"replicas":99999999999}}}
                """, TenantCluster.class);

        TenantCluster copy = LenientDecoder.serialization().clone(cluster);

        assertThat(UndecodableObject.of(copy)).isEqualTo(UndecodableObject.of(cluster));
    }

    @Test
    void anOptionalSpecMayBeMissing() {
        Team team = decode("""
                {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"Team","metadata":{"name":"payments"}}
                """, Team.class);

        assertThat(UndecodableObject.of(team)).isEmpty();
    }

    private static <T> T decode(String json, Class<T> type) {
        return LenientDecoder.serialization().unmarshal(json, type);
    }
}
