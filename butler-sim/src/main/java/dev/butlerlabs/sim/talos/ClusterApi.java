package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Cluster;
import dev.butlerlabs.core.talos.wire.ClusterServiceGrpc;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** Waits until a cluster is healthy and reports the progress. */
final class ClusterApi extends ClusterServiceGrpc.ClusterServiceImplBase {
    private static final long LOOK_MILLIS = 20;

    private final SimulatedNode node;

    ClusterApi(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public void healthCheck(Cluster.HealthCheckRequest request, StreamObserver<Cluster.HealthCheckProgress> answers) {
        long deadline = System.nanoTime() + request.getWaitTimeout().getSeconds() * 1_000_000_000L;
        say(answers, "waiting for etcd to be healthy: ...");
        while (unhealthy().isPresent()) {
            if (System.nanoTime() > deadline || Context.current().isCancelled() || !rest()) {
                String reason = unhealthy().orElse("");
                say(answers, "waiting for etcd to be healthy: " + reason);
                answers.onError(Status.DEADLINE_EXCEEDED
                        .withDescription("healthcheck error: context deadline exceeded")
                        .asRuntimeException());
                return;
            }
        }
        say(answers, "waiting for etcd to be healthy: OK");
        say(answers, "waiting for all k8s nodes to report: OK");
        answers.onCompleted();
    }

    private Optional<String> unhealthy() {
        Optional<ClusterState> cluster = node.cluster();
        if (cluster.filter(ClusterState::isStarted).isEmpty()) {
            return Optional.of("service \"etcd\" not in expected state \"Running\"");
        }
        return node.network().members(cluster.get()).stream()
                .filter(member -> !member.isHealthy())
                .map(member -> member.hostname() + " is " + member.stage().word())
                .findFirst();
    }

    private static boolean rest() {
        try {
            Thread.sleep(LOOK_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void say(StreamObserver<Cluster.HealthCheckProgress> answers, String sentence) {
        answers.onNext(
                Cluster.HealthCheckProgress.newBuilder().setMessage(sentence).build());
    }
}
