package dev.butlerlabs.core.api;

/** The words {@link ClusterBootstrapStatus#phase} is written with; a reader may meet others. */
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
