package dev.butlerlabs.core.bootstrap.step;

import static dev.butlerlabs.core.api.ClusterBootstrapPhase.BOOTSTRAPPING_CLUSTER;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.CONFIGURING_TALOS;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.FAILED;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.INSTALLING_ADDONS;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.PENDING;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.PIVOTING;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.PROVISIONING_MACHINES;
import static dev.butlerlabs.core.api.ClusterBootstrapPhase.READY;

import dev.butlerlabs.core.api.ClusterBootstrapPhase;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The steps of a bootstrap: their condition types, titles and phases. */
public final class StepNames {
    static final String PROVIDER = "ProviderFound";
    static final String SECRETS = "TalosSecrets";
    static final String BALANCER_REQUESTED = "LoadBalancerRequested";
    static final String ADDRESSES = "AddressesHeld";
    static final String MACHINES_REQUESTED = "MachinesRequested";
    public static final String MACHINES_RUNNING = "MachinesRunning";
    static final String ENDPOINT = "EndpointKnown";
    public static final String TALOS = "TalosConfigured";
    static final String RESET = "OldStateRemoved";
    static final String ETCD = "EtcdBootstrapped";
    static final String ACCESS = "AccessKept";
    public static final String API = "ApiServerAnswers";
    public static final String ADDONS = "AddonsInstalled";
    public static final String NODES = "NodesReady";
    static final String PIVOT = "Pivoted";
    static final String RESOURCES = "ResourcesUpdated";

    /** Upstream defines no phase for a deletion; other resource types use this word. */
    static final String DELETING = "Deleting";

    private StepNames() {}

    /** Returns the title of each step, in order. */
    public static SequencedMap<String, String> titles() {
        SequencedMap<String, String> titles = new LinkedHashMap<>();
        titles.put(PROVIDER, "Checking the provider");
        titles.put(SECRETS, "Preparing cluster secrets");
        titles.put(BALANCER_REQUESTED, "Requesting a load balancer");
        titles.put(ADDRESSES, "Allocating machine addresses");
        titles.put(MACHINES_REQUESTED, "Requesting machines");
        titles.put(MACHINES_RUNNING, "Starting machines");
        titles.put(ENDPOINT, "Determining the API endpoint");
        titles.put(TALOS, "Configuring Talos");
        titles.put(RESET, "Removing old state");
        titles.put(ETCD, "Starting etcd");
        titles.put(ACCESS, "Generating the administrator kubeconfig");
        titles.put(API, "Waiting for the Kubernetes API");
        titles.put(RESOURCES, "Updating the resources of the cluster");
        titles.put(ADDONS, "Installing addons");
        titles.put(NODES, "Waiting for nodes");
        titles.put(PIVOT, "Moving resources to the new cluster");
        return titles;
    }

    static PhaseMapper<String> phases() {
        return new PhaseMapper<>(READY.word(), FAILED.word(), DELETING, PENDING.word(), atStep());
    }

    private static Map<String, String> atStep() {
        return Map.ofEntries(
                at(BALANCER_REQUESTED, PROVISIONING_MACHINES),
                at(ADDRESSES, PROVISIONING_MACHINES),
                at(MACHINES_REQUESTED, PROVISIONING_MACHINES),
                at(MACHINES_RUNNING, PROVISIONING_MACHINES),
                at(ENDPOINT, PROVISIONING_MACHINES),
                at(TALOS, CONFIGURING_TALOS),
                at(RESET, CONFIGURING_TALOS),
                at(ETCD, BOOTSTRAPPING_CLUSTER),
                at(ACCESS, BOOTSTRAPPING_CLUSTER),
                at(API, BOOTSTRAPPING_CLUSTER),
                at(RESOURCES, PIVOTING),
                at(ADDONS, INSTALLING_ADDONS),
                at(NODES, INSTALLING_ADDONS),
                at(PIVOT, PIVOTING));
    }

    private static Map.Entry<String, String> at(String step, ClusterBootstrapPhase phase) {
        return Map.entry(step, phase.word());
    }
}
