package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigValueTypes;

/** The keys of the section in a bootstrap file and in a ProviderConfig. A provider without credentials. */
final class LocalConfigKeys {
    static final ConfigKey<String> DOCKER_HOST = ConfigKey.optional(
            "dockerHost",
            ConfigValueTypes.text("^(unix:///.+|npipe://.+|tcp://[^/\\s]+)$", "unix://SOCKET or tcp://HOST:PORT"),
            "Address of the Docker engine. Defaults to the engine that the docker command uses.");
    static final ConfigKey<String> IMAGE = ConfigKey.optional(
            "image",
            ConfigValueTypes.text("^[a-zA-Z0-9][^\\s]*$", "an image name such as ghcr.io/siderolabs/talos:v1.12.1"),
            "Talos image of the machines. Defaults to ghcr.io/siderolabs/talos with the Talos version of the cluster.");
    static final ConfigKey<MachineAccess> ACCESS = ConfigKey.optional(
            "access",
            ConfigValueTypes.choice(MachineAccess.values()),
            "How Butler connects to the machines: at their addresses (direct), through published ports of the engine (ports), or at their addresses if these are reachable (auto). Defaults to auto.");
    /** Part of the custom resource for tenant clusters; machines do not use it. */
    private static final ConfigKey<String> KIND_NODE_IMAGE =
            ConfigKey.optional("kindNodeImage", ConfigValueTypes.text(), "Node image of tenant clusters.");

    static final ConfigKeys IN_A_FILE = ConfigKeys.of(DOCKER_HOST, IMAGE, ACCESS);
    static final ConfigKeys IN_A_RESOURCE = ConfigKeys.of(DOCKER_HOST, IMAGE, ACCESS, KIND_NODE_IMAGE);

    private LocalConfigKeys() {}
}
