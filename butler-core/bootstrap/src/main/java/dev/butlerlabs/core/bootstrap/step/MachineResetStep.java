package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.step.RecoveryRecord.Decisions;
import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes the old state of machines that existed before a restore. Control planes are wiped, except for their configuration. Workers are only
 * rebooted, because the data of local volumes is on the same partition: their kubelets must read the restored objects again.
 *
 * <p>A control plane without data, also a new one, joins the old etcd as long as that has a quorum. No control plane is therefore wiped before all answer,
 * and each that has data afterwards is wiped again. The boot ID of a machine is recorded before it is wiped; another one proves that it was. Nothing is
 * wiped after the decision where etcd is recovered.
 */
final class MachineResetStep {
    private static final Duration REPEAT = Duration.ofMinutes(2);

    private final KubernetesClient engine;
    private final TalosNodeConnector.Factory talos;
    private final BootstrapOptions options;
    private final Optional<String> oldEndpoint;
    /** When a boot of a machine may be ended again if it has not ended by then. */
    private final Map<String, Instant> requests = new ConcurrentHashMap<>();

    /** @param oldEndpoint the host of the Kubernetes API in the configuration of the machines */
    MachineResetStep(
            KubernetesClient engine,
            TalosNodeConnector.Factory talos,
            BootstrapOptions options,
            Optional<String> oldEndpoint) {
        this.engine = engine;
        this.talos = talos;
        this.options = options;
        this.oldEndpoint = oldEndpoint;
    }

    /**
     * A machine that answers.
     *
     * @param runsEtcd whether it has data of etcd
     */
    private record Observed(String bootId, boolean runsEtcd) {}

    StepResult run(BootstrapReconcileContext scope) {
        RecoveryRecord record = RecoveryRecord.of(engine, scope);
        Decisions decisions = record.read();
        List<PlannedMachine> existing = scope.selected().stream()
                .filter(machine -> decisions.existing().contains(machine.name()))
                .toList();
        if (existing.isEmpty()) {
            return StepResult.done("All machines are new.");
        }
        if (decisions.target().isPresent()) {
            return StepResult.done(summary(scope, decisions.boots()));
        }
        return refusal(scope, existing).orElseGet(() -> reset(scope, record, decisions));
    }

    private Optional<StepResult> refusal(BootstrapReconcileContext scope, List<PlannedMachine> machines) {
        String names = names(machines);
        if (scope.plan().profile().runsInContainers()) {
            return Optional.of(StepResult.failed(
                    "MachinesExist",
                    "Containers cannot be wiped. Delete %s, and rerun the command: they are recreated."
                            .formatted(names)));
        }
        return oldEndpoint
                .filter(host -> !host.equals(scope.endpoint().orElseThrow()))
                .map(host -> StepResult.failed(
                        "EndpointChanged",
                        "The API endpoint is now %s, but %s still use %s. Delete these machines, and rerun the command: they are recreated."
                                .formatted(scope.endpoint().orElseThrow(), names, host)));
    }

    private StepResult reset(BootstrapReconcileContext scope, RecoveryRecord record, Decisions decisions) {
        List<PlannedMachine> machines = scope.selected().stream()
                .filter(machine ->
                        isControlPlane(machine) || decisions.existing().contains(machine.name()))
                .toList();
        TalosNodeConnector nodes = talos.connector(scope.talos().talosconfig());
        Map<String, Observed> observed = observe(nodes, scope, machines);
        Optional<PlannedMachine> silent = machines.stream()
                .filter(machine -> isControlPlane(machine) && !observed.containsKey(machine.name()))
                .findFirst();
        if (silent.isPresent()) {
            return waiting("%s does not answer".formatted(silent.get().name()));
        }
        Map<String, String> boots = new HashMap<>(decisions.boots());
        Map<String, String> more = moreBoots(decisions, observed);
        if (!more.isEmpty()) {
            record.endBoots(more);
            boots.putAll(more);
        }
        List<PlannedMachine> due = machines.stream()
                .filter(machine -> observed.containsKey(machine.name()))
                .filter(machine -> observed.get(machine.name()).bootId().equals(boots.get(machine.name())))
                .toList();
        due.forEach(machine -> end(nodes, scope, machine, boots.get(machine.name())));
        return due.isEmpty()
                ? StepResult.done(summary(scope, boots))
                : waiting("%s is shutting down".formatted(due.getFirst().name()));
    }

    /** Returns the boots to end: of existing machines that have none yet, and of control planes with data that were not wiped in this boot. */
    private static Map<String, String> moreBoots(Decisions decisions, Map<String, Observed> observed) {
        Map<String, String> more = new HashMap<>();
        observed.forEach((name, machine) -> {
            Optional<String> recorded = Optional.ofNullable(decisions.boots().get(name));
            boolean isFirst = recorded.isEmpty() && decisions.existing().contains(name);
            boolean joinedAgain = machine.runsEtcd() && !recorded.equals(Optional.of(machine.bootId()));
            if (isFirst || joinedAgain) {
                more.put(name, machine.bootId());
            }
        });
        return more;
    }

    private Map<String, Observed> observe(
            TalosNodeConnector nodes, BootstrapReconcileContext scope, List<PlannedMachine> machines) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<Optional<Observed>>> answers = machines.stream()
                    .collect(Collectors.toMap(
                            PlannedMachine::name, machine -> threads.submit(() -> observe(nodes, scope, machine))));
            Map<String, Observed> observed = new HashMap<>();
            answers.forEach(
                    (name, answer) -> ParallelResults.result(answer).ifPresent(machine -> observed.put(name, machine)));
            return observed;
        }
    }

    /** Returns nothing if the machine does not answer. */
    private static Optional<Observed> observe(
            TalosNodeConnector nodes, BootstrapReconcileContext scope, PlannedMachine machine) {
        try (NodeClient client = nodes.secured(scope.route(machine.name()).orElseThrow())) {
            return Optional.of(new Observed(client.bootId(), isControlPlane(machine) && client.runsEtcd()));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private void end(TalosNodeConnector nodes, BootstrapReconcileContext scope, PlannedMachine machine, String boot) {
        Instant now = options.clock().instant();
        String key = machine.name() + " " + boot;
        if (requests.containsKey(key) && now.isBefore(requests.get(key))) {
            return;
        }
        try (NodeClient client = nodes.secured(scope.route(machine.name()).orElseThrow())) {
            if (isControlPlane(machine)) {
                client.wipeData();
            } else {
                client.reboot();
            }
            requests.put(key, now.plus(REPEAT));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.FORBIDDEN) {
                throw e;
            }
            // The next pass shows whether the machine received the request.
        }
    }

    private static boolean isControlPlane(PlannedMachine machine) {
        return machine.role() == MachineRole.CONTROL_PLANE;
    }

    private StepResult waiting(String seen) {
        return StepResult.waiting("WaitingForReset", seen, options.poll());
    }

    /** @param boots the boots that were ended, by machine name */
    private static String summary(BootstrapReconcileContext scope, Map<String, String> boots) {
        Map<Boolean, List<PlannedMachine>> ended = scope.selected().stream()
                .filter(machine -> boots.containsKey(machine.name()))
                .collect(Collectors.partitioningBy(MachineResetStep::isControlPlane));
        return Stream.of("Wiped: " + names(ended.get(true)), "Rebooted: " + names(ended.get(false)))
                .filter(part -> !part.endsWith(": "))
                .map(part -> part + ".")
                .collect(Collectors.joining(" "));
    }

    private static String names(List<PlannedMachine> machines) {
        return machines.stream().map(PlannedMachine::name).collect(Collectors.joining(", "));
    }
}
