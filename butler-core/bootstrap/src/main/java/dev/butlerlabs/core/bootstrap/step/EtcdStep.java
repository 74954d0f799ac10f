package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.EtcdMember;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

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
    private final EtcdSource source;
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
        this(talos, options, EtcdSource.EMPTY);
    }

    EtcdStep(TalosNodeConnector.Factory talos, BootstrapOptions options, EtcdSource source) {
        this.talos = talos;
        this.options = options;
        this.source = source;
    }

    StepResult run(BootstrapReconcileContext scope) {
        TalosNodeConnector nodes = talos.connector(scope.talos().talosconfig());
        String cluster = scope.resource().getMetadata().getUid();
        if (!members(nodes, scope).isEmpty()) {
            requests.remove(cluster);
            return StepResult.done("Etcd is running.");
        }
        MachineRoute first = scope.controlPlaneRoutes().getFirst();
        Optional<StepResult> refusal =
                source.prepare(scope, scope.plan().controlPlanes().getFirst());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        return isRequested(cluster) ? starting(first.address()) : start(nodes, first, cluster);
    }

    /**
     * Waits until every control plane votes in etcd. A control plane joins as a learner, with a ready node; until it is promoted, the cluster
     * does not survive the loss of another one.
     */
    StepResult awaitVoters(BootstrapReconcileContext scope) {
        Map<String, EtcdMember> members = members(talos.connector(scope.talos().talosconfig()), scope).stream()
                .collect(Collectors.toMap(EtcdMember::hostname, member -> member, (first, _) -> first));
        List<String> all = scope.selected().stream()
                .filter(machine -> machine.role() == MachineRole.CONTROL_PLANE)
                .map(PlannedMachine::name)
                .toList();
        List<String> missing = all.stream()
                .filter(name -> !members.containsKey(name) || members.get(name).learner())
                .toList();
        if (missing.isEmpty()) {
            return StepResult.done(CountFormatter.are(scope.selected().size(), "node") + " ready.");
        }
        String state = members.containsKey(missing.getFirst()) ? "is a learner" : "has not joined";
        return StepResult.waiting(
                "WaitingForEtcdMembers",
                "%d/%d control planes vote in etcd; %s %s"
                        .formatted(all.size() - missing.size(), all.size(), missing.getFirst(), state),
                options.poll());
    }

    /** Returns the members that the first control plane with a running etcd reports. */
    private static List<EtcdMember> members(TalosNodeConnector nodes, BootstrapReconcileContext scope) {
        return scope.controlPlaneRoutes().stream()
                .map(route -> members(nodes, route))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Returns no members if etcd is not running there or the machine is not reachable. */
    private static List<EtcdMember> members(TalosNodeConnector nodes, MachineRoute route) {
        try (NodeClient client = nodes.secured(route)) {
            return client.etcdMembers();
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            return List.of();
        }
    }

    private boolean isRequested(String cluster) {
        EtcdRequest request = requests.get(cluster);
        return request != null && options.clock().instant().isBefore(request.repeat());
    }

    private StepResult start(TalosNodeConnector nodes, MachineRoute route, String cluster) {
        try (NodeClient client = nodes.secured(route)) {
            source.start(client);
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
