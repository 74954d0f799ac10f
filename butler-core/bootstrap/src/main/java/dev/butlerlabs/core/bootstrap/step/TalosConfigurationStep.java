package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.bootstrap.plan.MachineCountText;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.plan.NodeConfigurationPlanner;
import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.EventType;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.MachineStage;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Ensures that each machine has its configuration. A machine that answers with the cluster's certificates was created with it or received
 * it earlier. A machine in maintenance mode gets it now, even if it was created with user data, since its image did not read it. Each
 * reconciliation tries every machine once, all in parallel.
 *
 * <p>The step is done when the control planes are configured: a worker gets the certificate of its API from a control plane, and without
 * Talos's discovery service it finds one only when the Kubernetes API runs. Later reconciliations configure the remaining workers.
 */
final class TalosConfigurationStep {
    private static final Set<MachineStage> UP = EnumSet.of(MachineStage.BOOTING, MachineStage.RUNNING);
    /**
     * The errors of a machine that is not configured yet: the port is closed, the API restarts, or the certificate is still that of
     * maintenance mode.
     */
    private static final Set<ErrorCode> ON_ITS_WAY =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMEOUT, ErrorCode.NOT_READY, ErrorCode.UNTRUSTED_CERTIFICATE);

    /** Explains a machine whose certificate has another authority and that accepts no configuration. */
    private static final String FOREIGN = "it is restarting or belongs to another cluster";

    private final TalosNodeConnector.Factory talos;
    private final BootstrapOptions options;
    private final EventRecorder events;
    /** The uids of requests whose machines received over the API what was in their user data. */
    private final Set<String> unread = ConcurrentHashMap.newKeySet();

    TalosConfigurationStep(TalosNodeConnector.Factory talos, BootstrapOptions options, EventRecorder events) {
        this.talos = talos;
        this.options = options;
        this.events = events;
    }

    StepResult run(BootstrapReconcileContext scope) {
        NodeConfigurationPlanner configurations = new NodeConfigurationPlanner(
                scope.plan(),
                scope.talos().secrets(),
                scope.endpoint().orElseThrow(),
                options.kubernetesPort(),
                scope.controlPlaneAddresses(),
                scope.kubernetes());
        if (scope.access().decide(published(scope)).isEmpty()) {
            return StepResult.waiting("WaitingForTalos", "No machine responds yet.", options.poll());
        }
        TalosNodeConnector nodes = talos.connector(scope.talos().talosconfig());
        scope.nodes()
                .putAll(together(
                        scope.selected(),
                        machine -> progress(nodes, new Node(scope, machine), () -> configurations.of(machine))));
        return summary(scope);
    }

    private static List<MachineRoute> published(BootstrapReconcileContext scope) {
        return scope.plan().machines().stream()
                .flatMap(machine -> scope.published(machine.name()).stream())
                .toList();
    }

    /** A machine of the plan with its request. */
    private record Node(BootstrapReconcileContext scope, PlannedMachine machine) {
        private String name() {
            return machine.name();
        }

        private MachineRequest request() {
            return scope.machines().get(machine.name());
        }

        private String address() {
            return scope.address(machine.name()).orElseThrow();
        }

        private MachineRoute route() {
            return scope.route(machine.name()).orElseThrow();
        }

        private boolean hasUserData() {
            return request().getSpec().userDataSecretRef() != null;
        }
    }

    private static Map<String, NodeProgress> together(
            List<PlannedMachine> machines, Function<PlannedMachine, NodeProgress> look) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<NodeProgress>> looks = machines.stream()
                    .collect(Collectors.toMap(
                            PlannedMachine::name, machine -> threads.submit(() -> look.apply(machine))));
            return looks.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> ParallelResults.result(entry.getValue())));
        }
    }

    private NodeProgress progress(TalosNodeConnector nodes, Node node, Supplier<String> configuration) {
        try (NodeClient client = nodes.secured(node.route())) {
            MachineStage stage = client.stage();
            return UP.contains(stage)
                    ? recognised(node, client.hostname())
                    : new NodeProgress.Pending("is configured and " + stage);
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.UNTRUSTED_CERTIFICATE) {
                return deliver(nodes, node, configuration);
            }
            return hindered(e);
        }
    }

    /**
     * The certificate identifies the cluster; the host name identifies the machine and thus its role, since both are in one configuration.
     */
    private static NodeProgress recognised(Node node, String hostname) {
        return hostname.equals(node.name()) || hostname.startsWith(node.name() + ".")
                ? new NodeProgress.Configured()
                : new NodeProgress.Pending(
                        "%s is the address of another machine of this cluster, %s".formatted(node.address(), hostname));
    }

    private NodeProgress deliver(TalosNodeConnector nodes, Node node, Supplier<String> configuration) {
        try (NodeClient client = nodes.maintenance(node.route())) {
            client.apply(configuration.get());
            tellUnread(node);
            return new NodeProgress.Pending("received its configuration and is installing");
        } catch (ButlerException e) {
            return switch (e.code()) {
                case UNAUTHENTICATED -> new NodeProgress.Pending("has left maintenance mode; " + FOREIGN);
                // A machine that requires a client certificate may also close the connection.
                case UNREACHABLE, TIMEOUT ->
                    new NodeProgress.Pending(
                            "its certificate is not from this cluster; %s (%s)".formatted(FOREIGN, e.getMessage()));
                default -> afterUserData(node, hindered(e));
            };
        }
    }

    private static NodeProgress afterUserData(Node node, NodeProgress seen) {
        return seen instanceof NodeProgress.Refused(String message) && node.hasUserData()
                ? new NodeProgress.Refused(
                        "it started without the configuration in its user data, and its API reports: " + message)
                : seen;
    }

    private void tellUnread(Node node) {
        if (node.hasUserData() && unread.add(node.request().getMetadata().getUid())) {
            events.record(
                    node.scope().resource(),
                    EventType.WARNING,
                    "UserDataNotRead",
                    "%s started without the configuration in its user data and received it over its API."
                            .formatted(node.name()));
        }
    }

    private static NodeProgress hindered(ButlerException failure) {
        return ON_ITS_WAY.contains(failure.code())
                ? new NodeProgress.Pending(failure.getMessage())
                : new NodeProgress.Refused(failure.getMessage());
    }

    private StepResult summary(BootstrapReconcileContext scope) {
        Optional<StepResult> refusal = first(scope, NodeProgress.Refused.class)
                .map(name -> StepResult.failed("TalosConfigurationRefused", describe(scope, name)));
        Optional<StepResult> delay = first(scope, NodeProgress.Pending.class)
                .map(name -> isControlPlane(scope, name)
                        ? StepResult.waiting("WaitingForTalos", incomplete(scope, name), options.poll())
                        : StepResult.done(incomplete(scope, name)));
        return refusal.or(() -> delay)
                .orElseGet(() -> StepResult.done("%s configured%s%s."
                        .formatted(MachineCountText.of(configured(scope)), throughPorts(scope), toldLate(scope))));
    }

    private static String throughPorts(BootstrapReconcileContext scope) {
        return scope.selected().stream()
                .flatMap(machine -> scope.route(machine.name()).stream())
                .flatMap(route -> route.published().stream())
                .findFirst()
                .map(ports -> " through published ports of %s"
                        .formatted(ports.ports().getFirst().address()))
                .orElse("");
    }

    /** Returns the first machine with this progress; control planes come first. */
    private static Optional<String> first(BootstrapReconcileContext scope, Class<? extends NodeProgress> progress) {
        return scope.selected().stream()
                .map(PlannedMachine::name)
                .filter(name -> progress.isInstance(scope.nodes().get(name)))
                .findFirst();
    }

    private static boolean isControlPlane(BootstrapReconcileContext scope, String name) {
        return scope.plan().controlPlanes().stream()
                .anyMatch(machine -> machine.name().equals(name));
    }

    private String incomplete(BootstrapReconcileContext scope, String name) {
        return "%d/%d machines configured%s; %s"
                .formatted(
                        configured(scope),
                        scope.nodes().size(),
                        throughPorts(scope) + toldLate(scope),
                        describe(scope, name));
    }

    private static String describe(BootstrapReconcileContext scope, String name) {
        return "%s: %s"
                .formatted(
                        name,
                        switch (scope.nodes().get(name)) {
                            case NodeProgress.Configured _ -> "is configured";
                            case NodeProgress.Pending(String seen) -> seen;
                            case NodeProgress.Refused(String message) -> message;
                        });
    }

    private static long configured(BootstrapReconcileContext scope) {
        return scope.nodes().values().stream()
                .filter(NodeProgress.Configured.class::isInstance)
                .count();
    }

    private String toldLate(BootstrapReconcileContext scope) {
        List<String> names = scope.machines().values().stream()
                .filter(request -> unread.contains(request.getMetadata().getUid()))
                .map(request -> request.getMetadata().getName())
                .toList();
        return names.isEmpty()
                ? ""
                : " (over the API because the user data was not read: %s)".formatted(String.join(", ", names));
    }
}
