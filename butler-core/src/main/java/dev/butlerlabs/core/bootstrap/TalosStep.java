package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.bootstrap.ClusterPlan.PlannedMachine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Gives each machine its configuration. Looking comes first: a machine that answers under the cluster's certificates has it already.
 * Each run tries every machine once, all at the same time.
 */
final class TalosStep {
    private static final Set<MachineStage> UP = EnumSet.of(MachineStage.BOOTING, MachineStage.RUNNING);
    /** What a machine on its way shows: nothing listens, the API restarts, or the certificate is still that of maintenance. */
    private static final Set<ErrorCode> ON_ITS_WAY =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMEOUT, ErrorCode.NOT_READY, ErrorCode.UNTRUSTED_CERTIFICATE);

    private final BootstrapOptions options;

    TalosStep(BootstrapOptions options) {
        this.options = options;
    }

    StepResult run(BootstrapScope scope) {
        NodeConfigurations configurations = new NodeConfigurations(
                scope.plan(),
                scope.talos().secrets(),
                scope.endpoint().orElseThrow(),
                options.kubernetesPort(),
                scope.controlPlaneAddresses());
        TalosNodes nodes = new TalosNodes(scope.talos().talosconfig(), options.talosPort(), options.clock());
        scope.nodes()
                .putAll(together(
                        scope.plan().machines(),
                        machine -> progress(
                                nodes, scope.address(machine.name()).orElseThrow(), () -> configurations.of(machine))));
        return summary(scope);
    }

    private static Map<String, NodeProgress> together(
            List<PlannedMachine> machines, Function<PlannedMachine, NodeProgress> look) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<NodeProgress>> looks = machines.stream()
                    .collect(Collectors.toMap(
                            PlannedMachine::name, machine -> threads.submit(() -> look.apply(machine))));
            return looks.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> Futures.result(entry.getValue())));
        }
    }

    private NodeProgress progress(TalosNodes nodes, String address, Supplier<String> configuration) {
        try (TalosClient client = nodes.secured(address)) {
            client.version();
            MachineStage stage = client.status().stage();
            return UP.contains(stage)
                    ? new NodeProgress.Configured()
                    : new NodeProgress.Pending("has its configuration and is " + stage);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.UNTRUSTED_CERTIFICATE) {
                return deliver(nodes, address, configuration);
            }
            return hindered(e);
        }
    }

    private NodeProgress deliver(TalosNodes nodes, String address, Supplier<String> configuration) {
        try (TalosClient client = nodes.maintenance(address)) {
            client.apply(configuration.get(), ApplyMode.AUTO, false);
            return new NodeProgress.Pending("has taken its configuration and installs");
        } catch (ButlerException e) {
            return e.code() == ErrorCode.UNAUTHENTICATED
                    ? new NodeProgress.Pending("has left maintenance; it restarts, or belongs to another cluster")
                    : hindered(e);
        }
    }

    private static NodeProgress hindered(ButlerException failure) {
        return ON_ITS_WAY.contains(failure.code())
                ? new NodeProgress.Pending(failure.getMessage())
                : new NodeProgress.Refused(failure.getMessage());
    }

    private StepResult summary(BootstrapScope scope) {
        List<PlannedMachine> machines = scope.plan().machines();
        for (PlannedMachine machine : machines) {
            if (scope.nodes().get(machine.name()) instanceof NodeProgress.Refused refused) {
                return StepResult.failed(
                        "TalosConfigurationRefused", "%s: %s".formatted(machine.name(), refused.message()));
            }
        }
        long configured = scope.nodes().values().stream()
                .filter(NodeProgress.Configured.class::isInstance)
                .count();
        for (PlannedMachine machine : machines) {
            if (scope.nodes().get(machine.name()) instanceof NodeProgress.Pending pending) {
                return StepResult.waiting(
                        "WaitingForTalos",
                        "%d of %d machines are configured; %s: %s"
                                .formatted(configured, machines.size(), machine.name(), pending.seen()),
                        options.poll());
            }
        }
        return StepResult.done("%d machines are configured.".formatted(configured));
    }
}
