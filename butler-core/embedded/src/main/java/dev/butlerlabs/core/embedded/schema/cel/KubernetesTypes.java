package dev.butlerlabs.core.embedded.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import java.net.URI;
import java.util.Map;

/** The CEL types that Kubernetes adds. */
final class KubernetesTypes {
    static final CelType URL = OpaqueType.create("kubernetes.URL");
    static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    static final CelType IP = OpaqueType.create("net.IP");
    static final CelType CIDR = OpaqueType.create("net.CIDR");

    private static final Map<String, Class<?>> CLASSES = Map.of(
            URL.name(), URI.class,
            QUANTITY.name(), Quantity.class,
            SEMVER.name(), SemanticVersion.class,
            FORMAT.name(), NamedFormat.class,
            IP.name(), CelIpAddress.class,
            CIDR.name(), CelIpNetwork.class);

    private KubernetesTypes() {}

    static Class<?> runtimeClass(String name) {
        return CLASSES.getOrDefault(name, Object.class);
    }
}
