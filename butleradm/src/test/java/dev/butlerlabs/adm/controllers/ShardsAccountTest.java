package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.adm.controllers.RestrictedApi.Request;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ControllersSettings;
import dev.butlerlabs.operator.ListenAddress;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shards with the account of the controllers and the value {@code shards} of the chart. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ShardsAccountTest {
    private static final ControllersSettings SETTINGS =
            new ControllersSettings(new ListenAddress("127.0.0.1", 0), Optional.empty(), true, 3);

    @Test
    void acquiresAndReleasesShardsWithTheVerbsOfTheChart() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RestrictedApi api = RestrictedApi.start(bench.orElseThrow());
                KubernetesClient operator = api.connect(Role.OPERATOR)) {
            new CustomResourceDefinitions(operator).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
            ControllersManifest.apply(operator);
            ControllersManifest.applyShards(operator);
            try (ControllersRun _ = ControllersRun.start(api.connect(Role.CONTROLLERS), SETTINGS)) {
                TestAwait.upTo(Duration.ofMinutes(1), "all shards")
                        .until(() -> held(operator).size() == 3);
            }

            assertThat(held(operator)).isEmpty();
            assertThat(leases(operator))
                    .extracting(lease -> lease.getMetadata().getName())
                    .noneMatch(name -> name.contains("-member-"));
            Set<Request> requests = api.requestsOfControllers();
            assertThat(requests).filteredOn(request -> request.status() == 403).isEmpty();
            assertThat(requests.stream()
                            .filter(request -> request.resource().equals("leases"))
                            .map(Request::verb)
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder("get", "list", "create", "update", "delete");
        }
    }

    private static List<Lease> leases(KubernetesClient operator) {
        return operator.leases().inNamespace(Namespaces.SYSTEM).list().getItems();
    }

    private static List<Lease> held(KubernetesClient operator) {
        return leases(operator).stream()
                .filter(lease -> lease.getMetadata().getName().contains("-shard-"))
                .filter(lease -> !lease.getSpec().getHolderIdentity().isEmpty())
                .toList();
    }
}
