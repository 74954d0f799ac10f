package dev.butlerlabs.adm.certs;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.certificate.CertificateInventory;
import dev.butlerlabs.core.certificate.CertificateInventoryReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the certificates of a cluster. A class of its own, because picocli inspects command classes and would load the clients for every
 * command.
 */
final class CertsListAction {
    private CertsListAction() {}

    static CertificateInventory read(
            StatusTarget target, Duration limit, InstantSource clock, Consumer<List<String>> waiting) {
        try (KubernetesClient client = target.connect(limit)) {
            return new CertificateInventoryReader(client, target.kubeconfigName(), target.talosconfig(), limit, clock)
                    .read(waiting);
        }
    }
}
