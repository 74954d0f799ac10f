package dev.butlerlabs.core.talos.client;

/** From what etcd begins. */
public enum BootstrapKind {
    FRESH,
    /** From a snapshot that was uploaded before. */
    RECOVERED,
    /** From a copied data file, which carries no checksum. */
    RECOVERED_WITHOUT_CHECKSUM
}
