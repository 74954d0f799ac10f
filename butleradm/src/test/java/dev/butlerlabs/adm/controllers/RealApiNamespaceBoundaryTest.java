package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The boundary on a real kube-apiserver with RBAC: the attackers are users who may write in their own namespace alone. */
@Tag("process")
class RealApiNamespaceBoundaryTest extends NamespaceBoundaryContract {
    private RestrictedApi api;

    @Override
    BoundaryApi startApi() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        api = RestrictedApi.start(bench.orElseThrow());
        return api;
    }

    /** Without this the other tests would show nothing. */
    @Test
    void usersCannotReachTheOtherNamespaceThemselves() {
        Assertions.assertThatThrownBy(() ->
                        teamA.secrets().inNamespace("team-b").withName("prism").get())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403));
        Assertions.assertThatThrownBy(() -> create(teamA, "team-b", "ProviderConfig", "p", Map.of(), "provider: local"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403));
    }

    @AfterAll
    void theControllersWereNeverRefused() {
        if (api != null) {
            assertThat(api.requestsOfControllers()).isNotEmpty().noneMatch(request -> request.status() == 403);
        }
    }
}
