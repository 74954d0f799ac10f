package dev.butlerlabs.core.talos.client;

/** The initial data of etcd. */
public enum EtcdBootstrapSource {
    FRESH,
    /** From an uploaded snapshot. */
    RECOVERED,
    /** From a copied data file, which has no checksum. */
    RECOVERED_WITHOUT_CHECKSUM
}
