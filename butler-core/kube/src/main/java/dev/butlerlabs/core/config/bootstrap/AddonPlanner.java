package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.List;

/** Converts the addon settings to the resource spec. Missing settings stay unset. */
final class AddonPlanner {
    private final String cluster;

    AddonPlanner(String cluster) {
        this.cluster = cluster;
    }

    static WebConsoleSecrets consoleSecrets(ConfigSettings addons) {
        return addons.find(AddonKeys.CONSOLE)
                .flatMap(console -> console.find(ConsoleKeys.AUTH))
                .map(secrets -> new WebConsoleSecrets(
                        secrets.find(ConsoleKeys.ADMIN_PASSWORD), secrets.find(ConsoleKeys.JWT_SECRET)))
                .orElse(WebConsoleSecrets.NONE);
    }

    BootstrapAddons addons(ConfigSettings addons) {
        return new BootstrapAddons(
                addons.find(AddonKeys.CNI).map(AddonPlanner::cni).orElse(null),
                addons.find(AddonKeys.CONTROL_PLANE_HA).map(AddonPlanner::ha).orElse(null),
                addons.find(AddonKeys.LOAD_BALANCER).map(AddonPlanner::balancer).orElse(null),
                addons.find(AddonKeys.STORAGE).map(AddonPlanner::storage).orElse(null),
                addons.find(AddonKeys.CERT_MANAGER)
                        .map(AddonPlanner::certManager)
                        .orElse(null),
                addons.find(AddonKeys.INGRESS).map(AddonPlanner::ingress).orElse(null),
                addons.find(AddonKeys.CONTROL_PLANE_PROVIDER)
                        .map(AddonPlanner::hosting)
                        .orElse(null),
                addons.find(AddonKeys.CAPI).map(AddonPlanner::capi).orElse(null),
                addons.find(AddonKeys.GIT_OPS).map(AddonPlanner::gitOps).orElse(null),
                addons.find(AddonKeys.BUTLER_CONTROLLER)
                        .map(AddonPlanner::controller)
                        .orElse(null),
                addons.find(AddonKeys.CONSOLE).map(this::console).orElse(null));
    }

    private static BootstrapAddons.Cni cni(ConfigSettings part) {
        return new BootstrapAddons.Cni(
                given(part, AddonKeys.CNI_TYPE), given(part, AddonKeys.VERSION), given(part, AddonKeys.HUBBLE));
    }

    private static BootstrapAddons.ControlPlaneHa ha(ConfigSettings part) {
        return new BootstrapAddons.ControlPlaneHa(given(part, AddonKeys.HA_TYPE), given(part, AddonKeys.VERSION));
    }

    private static BootstrapAddons.LoadBalancer balancer(ConfigSettings part) {
        return new BootstrapAddons.LoadBalancer(
                given(part, AddonKeys.BALANCER_TYPE),
                part.find(AddonKeys.ADDRESS_POOL).map(Ipv4Range::text).orElse(null));
    }

    private static BootstrapAddons.Storage storage(ConfigSettings part) {
        return new BootstrapAddons.Storage(
                given(part, AddonKeys.STORAGE_TYPE),
                given(part, AddonKeys.VERSION),
                given(part, AddonKeys.REPLICA_COUNT));
    }

    private static BootstrapAddons.CertManager certManager(ConfigSettings part) {
        return new BootstrapAddons.CertManager(given(part, AddonKeys.ENABLED), given(part, AddonKeys.VERSION));
    }

    private static BootstrapAddons.Ingress ingress(ConfigSettings part) {
        return new BootstrapAddons.Ingress(
                given(part, AddonKeys.ENABLED), given(part, AddonKeys.INGRESS_TYPE), given(part, AddonKeys.VERSION));
    }

    private static BootstrapAddons.ControlPlaneProvider hosting(ConfigSettings part) {
        return new BootstrapAddons.ControlPlaneProvider(
                given(part, AddonKeys.ENABLED), given(part, AddonKeys.HOSTING_TYPE), given(part, AddonKeys.VERSION));
    }

    private static BootstrapAddons.Capi capi(ConfigSettings part) {
        return new BootstrapAddons.Capi(
                given(part, AddonKeys.ENABLED),
                given(part, AddonKeys.VERSION),
                part.find(AddonKeys.PROVIDERS).orElse(List.of()).stream()
                        .map(AddonPlanner::infrastructure)
                        .toList());
    }

    private static BootstrapAddons.InfrastructureProvider infrastructure(ConfigSettings part) {
        return new BootstrapAddons.InfrastructureProvider(
                part.get(AddonKeys.PROVIDER_NAME),
                given(part, AddonKeys.VERSION),
                part.find(AddonKeys.CREDENTIALS)
                        .map(secret -> new SecretReference(
                                secret.get(AddonKeys.SECRET_NAME),
                                given(secret, AddonKeys.SECRET_NAMESPACE),
                                given(secret, AddonKeys.SECRET_KEY)))
                        .orElse(null));
    }

    private static BootstrapAddons.GitOps gitOps(ConfigSettings part) {
        return new BootstrapAddons.GitOps(given(part, AddonKeys.ENABLED), given(part, AddonKeys.GIT_OPS_TYPE));
    }

    private static BootstrapAddons.ButlerController controller(ConfigSettings part) {
        return new BootstrapAddons.ButlerController(
                given(part, AddonKeys.ENABLED),
                given(part, AddonKeys.IMAGE),
                given(part, AddonKeys.IMAGE_TAG),
                given(part, AddonKeys.CONTROLLER_TYPE),
                given(part, AddonKeys.VALUES));
    }

    private BootstrapAddons.Console console(ConfigSettings part) {
        return new BootstrapAddons.Console(
                given(part, ConsoleKeys.ENABLED),
                given(part, ConsoleKeys.VERSION),
                given(part, ConsoleKeys.TYPE),
                given(part, ConsoleKeys.VALUES),
                part.find(ConsoleKeys.INGRESS).map(this::consoleIngress).orElse(null));
    }

    private BootstrapAddons.ConsoleIngress consoleIngress(ConfigSettings part) {
        boolean enabled = part.find(ConsoleKeys.INGRESS_ENABLED).orElse(false);
        return new BootstrapAddons.ConsoleIngress(
                given(part, ConsoleKeys.INGRESS_ENABLED),
                part.find(ConsoleKeys.HOST).orElse(enabled ? "butler.%s.local".formatted(cluster) : null),
                given(part, ConsoleKeys.CLASS_NAME),
                given(part, ConsoleKeys.TLS),
                given(part, ConsoleKeys.TLS_SECRET));
    }

    /** Returns null for a missing value, as resources do. */
    private static <T> T given(ConfigSettings part, ConfigKey<T> key) {
        return part.find(key).orElse(null);
    }
}
