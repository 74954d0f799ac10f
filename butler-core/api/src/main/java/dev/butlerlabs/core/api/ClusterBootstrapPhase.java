package dev.butlerlabs.core.api;

/** Known values of {@link ClusterBootstrapStatus#phase}. Readers must tolerate other values. */
public enum ClusterBootstrapPhase {
    PENDING("Pending"),
    PROVISIONING_MACHINES("ProvisioningMachines"),
    CONFIGURING_TALOS("ConfiguringTalos"),
    BOOTSTRAPPING_CLUSTER("BootstrappingCluster"),
    INSTALLING_ADDONS("InstallingAddons"),
    PIVOTING("Pivoting"),
    READY("Ready"),
    FAILED("Failed");

    private final String word;

    ClusterBootstrapPhase(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
