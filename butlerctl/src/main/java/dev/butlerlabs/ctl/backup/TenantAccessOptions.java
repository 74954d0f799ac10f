package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option for the kubeconfig of a tenant cluster. */
final class TenantAccessOptions {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration REQUEST = Duration.ofSeconds(60);

    @Option(
            names = "--tenant-kubeconfig",
            paramLabel = "FILE",
            description =
                    "Kubeconfig of the tenant cluster (default: that of its administrator, from the management cluster).")
    private Optional<Path> kubeconfig = Optional.empty();

    /** @throws ButlerException if the file does not exist */
    TenantAccess access(KubernetesClient management) {
        KubeConnector connector = new KubeConnector("butlerctl", CONNECT, REQUEST);
        kubeconfig.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Kubeconfig %s does not exist.".formatted(file));
        });
        return kubeconfig
                .map(file -> TenantAccess.ofFile(file, connector))
                .orElseGet(() -> TenantAccess.ofAdministrator(management, connector));
    }
}
