package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.node.NodeMachineState;
import dev.butlerlabs.core.node.TalosNodeMachines;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tries credentials at the Kubernetes API of a connection and at the Talos API of the control plane machines. */
public final class LiveCredentialVerifier implements CredentialVerifier {
    private static final String HINT =
            "Check whether a CA of the cluster was rotated: the new certificates are issued by the CAs in the stored secrets.";

    private static final Set<ErrorCode> REJECTIONS =
            EnumSet.of(ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN, ErrorCode.UNTRUSTED_CERTIFICATE);

    private final KubernetesClient client;
    private final KubeConnector connector;
    private final MachineAccessSelector access;
    private final BootstrapOptions options;

    /**
     * Creates a verifier.
     *
     * @param client the current connection
     * @param connector creates other connections
     */
    public LiveCredentialVerifier(
            KubernetesClient client, KubeConnector connector, MachineAccessSelector access, BootstrapOptions options) {
        this.client = client;
        this.connector = connector;
        this.access = access;
        this.options = options;
    }

    @Override
    public void requireKubernetesAccess(String kubeconfig) {
        Kubeconfig renewed = Kubeconfig.parse(kubeconfig, "the new kubeconfig");
        String server = client.getMasterUrl().toString();
        try (KubernetesClient administrator =
                connector.connect(renewed.withServer(renewed.usualContext().orElseThrow(), server))) {
            KubeErrorMapper.translating(
                    "trying the new kubeconfig",
                    () -> administrator
                            .nodes()
                            .list(new ListOptionsBuilder().withLimit(1L).build()));
        } catch (ButlerException e) {
            throw REJECTIONS.contains(e.code())
                    ? new ButlerException(e.code(), "Nothing was replaced: %s".formatted(e.getMessage()), HINT)
                    : e;
        }
    }

    @Override
    public void requireTalosAccess(String talosconfig) {
        ClusterMachineRepository cluster = new ClusterMachineRepository(client);
        List<MachineRequest> controlPlanes = cluster.machines(cluster.bootstrap()).stream()
                .filter(machine -> machine.getSpec().role() == MachineRole.CONTROL_PLANE)
                .toList();
        Map<String, NodeMachineState> states =
                new TalosNodeMachines(talosconfig, access, options).observe(controlPlanes);
        boolean isAccepted = states.values().stream().anyMatch(NodeMachineState.Reachable.class::isInstance);
        if (!isAccepted) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "No control plane machine accepts the new talosconfig, so nothing was replaced: %s."
                            .formatted(reasons(states)),
                    HINT);
        }
    }

    private static String reasons(Map<String, NodeMachineState> states) {
        return String.join(
                "; ",
                states.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + ": " + ((NodeMachineState.Unreachable) entry.getValue()).reason())
                        .toList());
    }
}
