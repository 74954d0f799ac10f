package dev.butlerlabs.adm.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.RealApiServer.Account;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A real kube-apiserver that authorizes by RBAC, with an account for each role. */
final class RestrictedApi implements BoundaryApi {
    private static final Map<Role, Account> ACCOUNTS = Map.of(
            Role.TEAM_A,
            new Account("alice", List.of("members-of-a")),
            Role.TEAM_B,
            new Account("bob", List.of("members-of-b")),
            Role.CONTROLLERS,
            new Account(
                    "system:serviceaccount:butler-system:butler-controllers",
                    List.of("system:serviceaccounts", "system:serviceaccounts:butler-system")));

    private final RealApiServer server;

    private RestrictedApi(RealApiServer server) {
        this.server = server;
    }

    static RestrictedApi start(TestBench bench) {
        return new RestrictedApi(RealApiServer.startWithRbac(bench, List.copyOf(ACCOUNTS.values())));
    }

    @Override
    public KubernetesClient connect(Role role) {
        return new KubeConnector("test").connect(kubeconfig(role));
    }

    Kubeconfig kubeconfig(Role role) {
        ApiServerTarget target = role == Role.OPERATOR ? server.target() : server.target(ACCOUNTS.get(role));
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }

    /** Starts garbage collection and the deletion of namespaces; false if the test bench lacks them. */
    boolean startCleanup() {
        return server.startControllers();
    }

    /** Every verb, API group and resource that the controllers requested so far, with the answer's status code. */
    Set<Request> requestsOfControllers() {
        String account = ACCOUNTS.get(Role.CONTROLLERS).user();
        return server.auditLog().stream()
                .map(line -> ObjectSerialization.plain().unmarshal(line, JsonNode.class))
                .filter(event -> event.at("/user/username").asText().equals(account))
                .filter(event -> event.has("objectRef"))
                .map(Request::of)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A kind of request, as RBAC sees it. */
    record Request(String group, String resource, String verb, String namespace, int status)
            implements Comparable<Request> {
        private static final Comparator<Request> ORDER = Comparator.comparing(Request::group)
                .thenComparing(Request::resource)
                .thenComparing(Request::verb)
                .thenComparing(Request::namespace)
                .thenComparing(Request::status);

        static Request of(JsonNode event) {
            JsonNode target = event.path("objectRef");
            String subresource = target.path("subresource").asText();
            return new Request(
                    target.path("apiGroup").asText(),
                    target.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource),
                    event.path("verb").asText(),
                    target.path("namespace").asText(),
                    event.at("/responseStatus/code").asInt());
        }

        @Override
        public int compareTo(Request other) {
            return ORDER.compare(this, other);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
