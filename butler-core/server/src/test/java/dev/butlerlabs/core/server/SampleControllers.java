package dev.butlerlabs.core.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.TenantCluster;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Moves the status of sample tenant clusters from step to step until they are Ready, and again after each change of their specification. It
 * has none of the effects of the real controllers.
 */
final class SampleControllers implements AutoCloseable {
    private static final List<String> STEPS = List.of(
            "ProviderAccessGranted", "Planned", "InfrastructureReady", "ControlPlaneReady", "WorkersReady", "Ready");
    private static final Duration STEP = Duration.ofMillis(150);
    private static final String NAMESPACE = "sample-tenants";

    private final ConsoleTestBed bed;
    private final Thread thread;
    private volatile boolean stopped;

    SampleControllers(ConsoleTestBed bed) {
        this.bed = bed;
        bed.admin
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        this.thread = Thread.ofVirtual().start(this::run);
    }

    private void run() {
        while (!stopped) {
            try {
                advanceAll();
                Thread.sleep(STEP);
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private void advanceAll() {
        try {
            bed.admin
                    .resources(TenantCluster.class)
                    .inAnyNamespace()
                    .list()
                    .getItems()
                    .forEach(this::advanceIfPresent);
        } catch (KubernetesClientException e) {
            if (!stopped) {
                throw e;
            }
        }
    }

    private void advanceIfPresent(TenantCluster cluster) {
        try {
            advance(cluster);
        } catch (KubernetesClientException e) {
            if (e.getCode() != 404 && !stopped) {
                throw e;
            }
        }
    }

    private void advance(TenantCluster cluster) {
        JsonNode object = ConsoleTestBed.JSON.valueToTree(cluster);
        boolean observed = object.at("/status/observedGeneration").asLong()
                == object.at("/metadata/generation").asLong();
        int done = observed ? done(object) : STEPS.size() - 2;
        boolean isNew = object.path("status").isMissingNode()
                || object.at("/status/phase").isMissingNode();
        if (observed && done == STEPS.size()) {
            return;
        }
        patch(cluster, object, isNew ? 1 : done + 1);
    }

    private static int done(JsonNode object) {
        return (int) object.at("/status/conditions").findValuesAsText("status").stream()
                .filter("True"::equals)
                .count();
    }

    private void patch(TenantCluster cluster, JsonNode object, int done) {
        String name = cluster.getMetadata().getName();
        if (done == STEPS.size()) {
            kubeconfig(name);
        }
        String status = """
                {"status": {"phase": "%s", "observedGeneration": %d, "tenantNamespace": "%s", "controlPlaneEndpoint": "https://10.40.3.17:6443",
                 "workerNodesReady": %d, "conditions": [%s]}}
                """.formatted(
                done == STEPS.size() ? "Ready" : done < 4 ? "Provisioning" : "Installing",
                cluster.getMetadata().getGeneration(),
                NAMESPACE,
                done == STEPS.size() ? object.at("/spec/workers/replicas").asInt() : 0,
                conditions(done));
        bed.admin.resource(cluster).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), status);
    }

    private static String conditions(int done) {
        return IntStream.range(0, STEPS.size())
                .mapToObj(i -> """
                        {"type": "%s", "status": "%s", "reason": "%s", "message": "%s", "lastTransitionTime": "%s"}
                        """.formatted(
                                STEPS.get(i),
                                i < done ? "True" : "False",
                                i < done ? "Done" : "Waiting",
                                i < done ? "" : "waiting for <b>" + STEPS.get(done) + "</b>",
                                Instant.now().truncatedTo(ChronoUnit.SECONDS)))
                .collect(Collectors.joining(","));
    }

    private void kubeconfig(String name) {
        bed.admin
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(name + "-admin-kubeconfig")
                        .endMetadata()
                        .withStringData(Map.of("admin.conf", bed.api.kubeconfig()))
                        .build())
                .serverSideApply();
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }
}
