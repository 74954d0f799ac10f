package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.version.KubernetesVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The steps by which machines join a running cluster: the same as in a bootstrap, for some machines only. The controllers of the cluster
 * create the machines. All steps are idempotent.
 */
public final class NodeJoinSteps {
    private final KubernetesClient client;
    private final MachineAccessSelector access;
    private final ProviderStep provider;
    private final SecretsStep secrets;
    private final BalancerStep balancer;
    private final AddressesStep addresses;
    private final MachinesStep machines;
    private final TalosConfigurationStep talos;
    private final NodesStep nodes;
    private final EtcdStep etcd;

    /** @param client connected to the running cluster */
    public NodeJoinSteps(
            KubernetesClient client,
            ProviderRegistry providers,
            BootstrapOptions options,
            MachineAccessSelector access) {
        this(client, providers, options, access, GrpcNodeConnector.factory(options));
    }

    NodeJoinSteps(
            KubernetesClient client,
            ProviderRegistry providers,
            BootstrapOptions options,
            MachineAccessSelector access,
            TalosNodeConnector.Factory connector) {
        this.client = client;
        this.access = access;
        this.provider = new ProviderStep(client, providers);
        this.secrets = new SecretsStep(client, new SecureRandom(), options);
        this.balancer = new BalancerStep(client, options.kubernetesPort());
        this.addresses = new AddressesStep(client);
        this.machines = new MachinesStep(client, options.kubernetesPort());
        this.talos =
                new TalosConfigurationStep(connector, options, new EventRecorder(client, "node-join", options.clock()));
        this.nodes = new NodesStep(options);
        this.etcd = new EtcdStep(connector, options);
    }

    /**
     * Returns the state of one pass.
     *
     * @param bootstrap as stored in the cluster
     * @param endpoint the host of the Kubernetes API
     * @param selected the machines that join
     * @param kubernetes the version that the cluster runs
     */
    public BootstrapReconcileContext context(
            ClusterBootstrap bootstrap, String endpoint, Set<String> selected, Optional<KubernetesVersion> kubernetes) {
        BootstrapReconcileContext context =
                new BootstrapReconcileContext(bootstrap, access, Set.copyOf(selected)::contains, kubernetes);
        context.runningEndpoint(endpoint);
        return context;
    }

    public List<Step<BootstrapReconcileContext>> steps() {
        return List.of(
                Step.of(StepNames.PROVIDER, provider::run),
                Step.of(StepNames.SECRETS, secrets::run),
                Step.of(StepNames.BALANCER_REQUESTED, balancer::request),
                Step.of(StepNames.ADDRESSES, addresses::run),
                Step.of(StepNames.MACHINES_REQUESTED, machines::request),
                Step.of(StepNames.MACHINES_RUNNING, machines::awaitRunning),
                Step.of(StepNames.ENDPOINT, balancer::settle),
                Step.of(StepNames.TALOS, talos::run),
                Step.of(StepNames.NODES, this::awaitNodes));
    }

    private StepResult awaitNodes(BootstrapReconcileContext scope) {
        StepResult ready = nodes.await(client, scope);
        boolean hasControlPlane =
                scope.selected().stream().anyMatch(machine -> machine.role() == MachineRole.CONTROL_PLANE);
        if (!hasControlPlane) {
            return ready;
        }
        StepResult voters = etcd.awaitVoters(scope);
        return ready instanceof StepResult.Waiting waiting && voters instanceof StepResult.Waiting
                ? StepResult.waiting(waiting.reason(), "%s; %s".formatted(waiting.message(), voters.message()))
                : ready instanceof StepResult.Done ? voters : ready;
    }

    /** Returns the titles of the steps. */
    public Map<String, String> titles() {
        Map<String, String> titles = StepNames.titles();
        titles.put(StepNames.SECRETS, "Reading cluster secrets");
        titles.put(StepNames.BALANCER_REQUESTED, "Checking the load balancer");
        return titles;
    }

    /** Removes a control plane from the targets of the load balancer, if the cluster has one. */
    public StepResult removeTarget(BootstrapReconcileContext scope, String machine) {
        StepResult found = provider.run(scope);
        if (!(found instanceof StepResult.Done)) {
            return found;
        }
        machines.load(scope);
        return balancer.retarget(scope, machine);
    }
}
