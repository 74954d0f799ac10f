package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bootstraps etcd exactly once: always on the first control plane, which rejects a second bootstrap. A control plane with etcd members
 * shows that it has already happened.
 *
 * <p>Until etcd has data, a repeated request interrupts the download of its image and starts etcd again. The request is therefore repeated
 * only after a while, because a machine that restarts forgets it. A new process repeats it once.
 */
final class EtcdStep {
    private static final Duration FIRST_REPEAT = Duration.ofMinutes(2);
    private static final Duration LAST_REPEAT = Duration.ofMinutes(16);

    private final TalosNodeConnector.Factory talos;
    private final BootstrapOptions options;
    private final Map<String, EtcdRequest> requests = new ConcurrentHashMap<>();

    /**
     * A request that a machine accepted.
     *
     * @param repeat when to repeat it if etcd does not run by then
     * @param pause the time between the request and its repetition
     */
    private record EtcdRequest(Instant repeat, Duration pause) {
        static EtcdRequest first(Instant now) {
            return new EtcdRequest(now.plus(FIRST_REPEAT), FIRST_REPEAT);
        }

        EtcdRequest repeated(Instant now) {
            Duration longer = pause.multipliedBy(2).compareTo(LAST_REPEAT) < 0 ? pause.multipliedBy(2) : LAST_REPEAT;
            return new EtcdRequest(now.plus(longer), longer);
        }
    }

    EtcdStep(TalosNodeConnector.Factory talos, BootstrapOptions options) {
        this.talos = talos;
        this.options = options;
    }

    StepResult run(BootstrapReconcileContext scope) {
        TalosNodeConnector nodes = talos.connector(scope.talos().talosconfig());
        List<MachineRoute> routes = scope.controlPlaneRoutes();
        Optional<Integer> members =
                routes.stream().flatMap(route -> members(nodes, route).stream()).findFirst();
        String cluster = scope.resource().getMetadata().getUid();
        if (members.isPresent()) {
            requests.remove(cluster);
            return StepResult.done("Etcd is running.");
        }
        MachineRoute first = routes.getFirst();
        return isRequested(cluster) ? starting(first.address()) : start(nodes, first, cluster);
    }

    /** Returns the number of members; empty if etcd is not running there or the machine is not reachable. */
    private static Optional<Integer> members(TalosNodeConnector nodes, MachineRoute route) {
        try (NodeClient client = nodes.secured(route)) {
            return Optional.of(client.etcdMembers()).filter(count -> count > 0);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private boolean isRequested(String cluster) {
        EtcdRequest request = requests.get(cluster);
        return request != null && options.clock().instant().isBefore(request.repeat());
    }

    private StepResult start(TalosNodeConnector nodes, MachineRoute route, String cluster) {
        try (NodeClient client = nodes.secured(route)) {
            client.bootstrapEtcd();
            Instant now = options.clock().instant();
            requests.merge(cluster, EtcdRequest.first(now), (previous, _) -> previous.repeated(now));
            return starting(route.address());
        } catch (ButlerException e) {
            return switch (e.code()) {
                case CONFLICT -> starting(route.address());
                case NOT_READY, UNREACHABLE, TIMEOUT, UNTRUSTED_CERTIFICATE -> waiting(e.getMessage());
                default -> throw e;
            };
        }
    }

    private StepResult starting(String address) {
        return waiting("Starting etcd on " + address + ".");
    }

    private StepResult waiting(String seen) {
        return StepResult.waiting("WaitingForEtcd", seen, options.poll());
    }
}
