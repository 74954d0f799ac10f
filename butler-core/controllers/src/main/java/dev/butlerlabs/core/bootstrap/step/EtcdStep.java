package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.List;
import java.util.Optional;

/**
 * Bootstraps etcd exactly once: always on the first control plane, which rejects a second bootstrap. A control plane with etcd members
 * shows that it has already happened.
 */
final class EtcdStep {
    private final TalosNodeConnector.Factory talos;
    private final BootstrapOptions options;

    EtcdStep(TalosNodeConnector.Factory talos, BootstrapOptions options) {
        this.talos = talos;
        this.options = options;
    }

    StepResult run(BootstrapReconcileContext scope) {
        TalosNodeConnector nodes = talos.connector(scope.talos().talosconfig());
        List<String> addresses = scope.controlPlaneAddresses();
        Optional<Integer> members = addresses.stream()
                .flatMap(address -> members(nodes, address).stream())
                .findFirst();
        if (members.isPresent()) {
            return StepResult.done("Etcd is running.");
        }
        return start(nodes, addresses.getFirst());
    }

    /** Returns the number of members; empty if etcd is not running there or the machine is not reachable. */
    private static Optional<Integer> members(TalosNodeConnector nodes, String address) {
        try (NodeClient client = nodes.secured(address)) {
            return Optional.of(client.etcdMembers()).filter(count -> count > 0);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private StepResult start(TalosNodeConnector nodes, String address) {
        try (NodeClient client = nodes.secured(address)) {
            client.bootstrapEtcd();
            return waiting("Starting etcd on " + address + ".");
        } catch (ButlerException e) {
            return switch (e.code()) {
                case CONFLICT -> waiting("Starting etcd on " + address + ".");
                case NOT_READY, UNREACHABLE, TIMEOUT, UNTRUSTED_CERTIFICATE -> waiting(e.getMessage());
                default -> throw e;
            };
        }
    }

    private StepResult waiting(String seen) {
        return StepResult.waiting("WaitingForEtcd", seen, options.poll());
    }
}
