package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.status.KubernetesNodeReader;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.talos.client.EtcdMember;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The steps that remove a machine and everything that belongs to it. Each observes first, so that they can be repeated at any time. Once the
 * machine has been replaced, they do nothing.
 */
final class RemovalSteps {
    private static final String DRAINED = "NodeDrained";
    private static final String ETCD = "EtcdMemberRemoved";
    private static final String BALANCER = "LoadBalancerUpdated";
    private static final String MACHINE = "MachineDeleted";
    private static final String NODE = "NodeDeleted";
    private static final String RELEASED = "ResourcesReleased";
    private static final Map<String, String> TITLES = Map.of(
            DRAINED, "Draining the node",
            ETCD, "Removing the etcd member",
            BALANCER, "Updating the load balancer",
            MACHINE, "Deleting the machine",
            NODE, "Deleting the node",
            RELEASED, "Releasing addresses and user data");

    private final NodeOperationTools tools;
    private final NodeDrainer drainer;
    private final DrainOptions drain;
    private final NodeOperation operation;
    private final String name;
    private final NodeCordonClient cordons;
    private String providerId = "";

    RemovalSteps(NodeOperationTools tools, NodeDrainer drainer, DrainOptions drain, NodeOperation operation) {
        this.tools = tools;
        this.drainer = drainer;
        this.drain = drain;
        this.operation = operation;
        this.name = operation.machines().getFirst();
        this.cordons = new NodeCordonClient(tools.client());
    }

    /**
     * The state of one pass.
     *
     * @param machine the MachineRequest that is removed; empty once it is gone
     * @param isReplaced whether the new machine was requested
     */
    private record Scope(
            ClusterBootstrap bootstrap,
            List<MachineRequest> all,
            Optional<MachineRequest> machine,
            boolean isReplaced) {}

    void run() {
        tools.loop().run(this::scope, steps(), TITLES);
    }

    private List<Step<Scope>> steps() {
        List<Step<Scope>> worker = List.of(
                Step.of(DRAINED, scope -> unlessReplaced(scope, this::drained)),
                Step.of(MACHINE, scope -> unlessReplaced(scope, this::deleted)),
                Step.of(NODE, scope -> unlessReplaced(scope, this::nodeDeleted)),
                Step.of(RELEASED, scope -> unlessReplaced(scope, this::released)));
        List<Step<Scope>> controlPlane = List.of(
                worker.getFirst(),
                Step.of(ETCD, scope -> unlessReplaced(scope, this::memberRemoved)),
                Step.of(BALANCER, scope -> unlessReplaced(scope, this::untargeted)),
                worker.get(1),
                worker.get(2),
                worker.get(3));
        return operation.role() == MachineRole.CONTROL_PLANE ? controlPlane : worker;
    }

    private Scope scope() {
        ClusterBootstrap bootstrap = tools.cluster().bootstrap();
        List<MachineRequest> all = tools.cluster().machines(bootstrap);
        Optional<MachineRequest> found = all.stream()
                .filter(one -> one.getMetadata().getName().equals(name))
                .findFirst();
        Optional<MachineRequest> old = found.filter(
                one -> operation.uid().equals(Optional.of(one.getMetadata().getUid())));
        return new Scope(bootstrap, all, old, found.isPresent() && old.isEmpty());
    }

    private static StepResult unlessReplaced(Scope scope, Function<Scope, StepResult> step) {
        return scope.isReplaced() ? StepResult.done() : step.apply(scope);
    }

    private StepResult drained(Scope scope) {
        Optional<NodeObservation> node = cordons.find(name).map(KubernetesNodeReader::of);
        if (scope.machine().isEmpty() || node.isEmpty()) {
            return StepResult.done();
        }
        Optional<String> notReady = node.get().notReady();
        if (notReady.isPresent()) {
            return StepResult.done("Skipped because the node is not ready: %s.".formatted(notReady.get()));
        }
        cordons.cordonFor(name, operation.type().word());
        return drainer.attempt(name, drain);
    }

    /** The member is removed before its machine, so that the loss of the machine does not count against the quorum. */
    private StepResult memberRemoved(Scope scope) {
        Map<String, NodeMachineState> states = tools.machines().observe(scope.all());
        EtcdQuorum etcd = EtcdQuorum.of(states);
        if (etcd.members().isEmpty()) {
            return StepResult.waiting("WaitingForEtcd", "No control plane with a healthy etcd answers.");
        }
        Optional<EtcdMember> member = etcd.member(name);
        if (member.isEmpty()) {
            return StepResult.done();
        }
        Optional<String> objection = etcd.objectionToRemoval(name);
        if (objection.isPresent()) {
            return StepResult.waiting("WaitingForQuorum", objection.get());
        }
        MachineRequest via = scope.all().stream()
                .filter(one -> !one.getMetadata().getName().equals(name))
                .filter(one -> etcd.healthy().contains(one.getMetadata().getName()))
                .findFirst()
                .orElseThrow();
        remove(via, member.get());
        return StepResult.done("Member %016x removed.".formatted(member.get().id()));
    }

    private void remove(MachineRequest via, EtcdMember member) {
        try {
            tools.machines().removeEtcdMember(via, member);
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }

    private StepResult untargeted(Scope scope) {
        return tools.join()
                .removeTarget(
                        tools.join()
                                .context(
                                        scope.bootstrap(),
                                        tools.cluster().endpoint(scope.bootstrap()),
                                        Set.of(),
                                        Optional.empty()),
                        name);
    }

    /** The finalizer of the MachineRequest keeps it until the infrastructure has deleted the machine. */
    private StepResult deleted(Scope scope) {
        if (scope.machine().isEmpty()) {
            return StepResult.done(providerId.isEmpty() ? "" : "Machine %s deleted.".formatted(providerId));
        }
        MachineRequest machine = scope.machine().get();
        providerId = Optional.ofNullable(machine.getStatus())
                .map(MachineRequestStatus::providerID)
                .orElse(providerId);
        if (!machine.isMarkedForDeletion()) {
            delete(machine);
        }
        return StepResult.waiting("WaitingForRemoval", "%s: %s".formatted(name, progress(machine)));
    }

    private static String progress(MachineRequest machine) {
        return Optional.ofNullable(machine.getStatus())
                .flatMap(status -> ConditionEditor.find(status.conditions(), ConditionEditor.PROGRESSING))
                .map(Condition::getMessage)
                .filter(message -> !message.isBlank() && machine.isMarkedForDeletion())
                .orElse("the controllers delete the machine");
    }

    private StepResult nodeDeleted(Scope scope) {
        cordons.find(name).ifPresent(this::delete);
        return StepResult.done();
    }

    /** A replacement keeps the address. Its user data is written again. */
    private StepResult released(Scope scope) {
        String namespace = scope.bootstrap().getMetadata().getNamespace();
        String secret = BootstrapObjectNames.userData(name);
        KubeErrorMapper.translating(
                "deleting Secret " + secret,
                () -> tools.client()
                        .secrets()
                        .inNamespace(namespace)
                        .withName(secret)
                        .delete());
        if (operation.type() == NodeOperation.Type.REMOVE) {
            // The controllers release the address at once, and keep the record for a while.
            KubeErrorMapper.translating(
                    "deleting IPAllocation " + name,
                    () -> tools.client()
                            .resources(IPAllocation.class)
                            .inNamespace(namespace)
                            .withName(name)
                            .delete());
        }
        return StepResult.done();
    }

    private void delete(HasMetadata object) {
        KubeErrorMapper.translating(
                "deleting %s %s"
                        .formatted(object.getKind(), object.getMetadata().getName()),
                () -> tools.client().resource(object).delete());
    }
}
