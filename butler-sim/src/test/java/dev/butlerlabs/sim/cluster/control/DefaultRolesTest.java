package dev.butlerlabs.sim.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.RealApiServer.Account;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The default roles compared with those that a real kube-apiserver creates. */
@Tag("process")
class DefaultRolesTest {
    /** A group without resources of its own, for old clients. */
    private static final String OLD = "extensions/";

    @Test
    void areThoseOfARealServer() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RealApiServer server =
                        RealApiServer.startWithRbac(bench.orElseThrow(), List.of(new Account("nobody", List.of())));
                KubernetesClient client = new KubeConnector("test")
                        .connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "test"))) {
            List<ClusterRole> roles = DefaultRoles.read().roles();
            assertThat(roles).hasSize(4);
            for (ClusterRole role : roles) {
                String name = role.getMetadata().getName();
                assertThat(permissions(List.of(role))).as(name).containsExactlyInAnyOrderElementsOf(real(client, name));
            }
        }
    }

    /** A real server composes a role of others, which it labels. */
    private static Set<String> real(KubernetesClient client, String name) {
        return TestAwait.upTo(Duration.ofSeconds(60), "the permissions of " + name)
                .until(
                        () -> {
                            List<ClusterRole> all =
                                    client.rbac().clusterRoles().list().getItems();
                            return permissions(all.stream()
                                    .filter(role -> isPart(role, name))
                                    .toList());
                        },
                        found -> !found.isEmpty());
    }

    private static boolean isPart(ClusterRole role, String name) {
        List<String> parts = switch (name) {
            case "admin" -> List.of("admin", "edit", "view");
            case "edit" -> List.of("edit", "view");
            default -> List.of(name);
        };
        return role.getMetadata().getName().equals(name)
                || parts.stream()
                        .anyMatch(part -> role.getMetadata().getLabels() != null
                                && "true"
                                        .equals(role.getMetadata()
                                                .getLabels()
                                                .get("rbac.authorization.k8s.io/aggregate-to-" + part)));
    }

    private static Set<String> permissions(List<ClusterRole> roles) {
        return roles.stream()
                .flatMap(role -> Optional.ofNullable(role.getRules()).orElse(List.of()).stream())
                .flatMap(rule -> rule.getVerbs().stream()
                        .flatMap(verb -> rule.getNonResourceURLs().isEmpty()
                                ? rule.getApiGroups().stream()
                                        .flatMap(group -> rule.getResources().stream()
                                                .map(resource -> group + "/" + resource + " " + verb))
                                : rule.getNonResourceURLs().stream().map(path -> path + " " + verb)))
                .filter(permission -> !permission.startsWith(OLD))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
