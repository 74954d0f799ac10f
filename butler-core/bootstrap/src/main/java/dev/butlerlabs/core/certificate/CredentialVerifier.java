package dev.butlerlabs.core.certificate;

/** Tries new credentials before they replace others. */
public interface CredentialVerifier {
    /**
     * Tries the client certificate and the CA of a kubeconfig, at the server of the current connection.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the Kubernetes API does not accept it as that of an administrator
     */
    void requireKubernetesAccess(String kubeconfig);

    /**
     * Tries the client certificate of a talosconfig.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if no control plane machine accepts it
     */
    void requireTalosAccess(String talosconfig);
}
