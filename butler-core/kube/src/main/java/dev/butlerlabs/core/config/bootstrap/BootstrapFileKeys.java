package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.anySection;
import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;

import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.List;

/** The top-level keys of the file. */
public final class BootstrapFileKeys {
    public static final ConfigKey<String> PROVIDER = ConfigKey.required(
            "provider",
            text("^[a-z][-a-z0-9]*$", "a provider name in lower case"),
            "Infrastructure provider: harvester, nutanix, proxmox, gcp, aws, azure, local, or another installed provider.");
    public static final ConfigKey<ConfigSettings> CLUSTER =
            ConfigKey.required("cluster", section(ClusterKeys.ALL), "Name, topology and machines of the cluster.");
    public static final ConfigKey<ConfigSettings> NETWORK =
            ConfigKey.section("network", NetworkKeys.ALL, "Network of the cluster.");
    public static final ConfigKey<ConfigSettings> TALOS =
            ConfigKey.section("talos", TalosKeys.ALL, "Talos Linux, the operating system of the machines.");
    static final ConfigKey<ConfigSettings> ADDONS =
            ConfigKey.section("addons", AddonKeys.ALL, "Addons installed on the cluster.");
    static final ConfigKey<ConfigSettings> EXPOSURE = ConfigKey.optional(
            "controlPlaneExposure",
            section(PlatformKeys.EXPOSURE),
            "How control planes of tenant clusters are exposed.");
    static final ConfigKey<ConfigSettings> NETWORK_POOL = ConfigKey.optional(
            "networkPool",
            section(PlatformKeys.POOL),
            "NetworkPool for tenant clusters, created at the end of the bootstrap.");
    static final ConfigKey<ConfigSettings> PROVIDER_NETWORK = ConfigKey.optional(
            "providerNetwork",
            section(PlatformKeys.PROVIDER_NETWORK),
            "Addresses of the infrastructure and how they are allocated.");
    static final ConfigKey<MultiTenancy.Mode> MULTI_TENANCY = ConfigKey.optional(
            "multiTenancyMode",
            choice(List.of(MultiTenancy.Mode.values()), EnumFormatter::pascal),
            "Whether a tenant cluster must, can or cannot belong to a team.");
    /** The provider sections; each provider reads its own. */
    static final ConfigKey<ConfigSection> PROVIDER_CONFIG = ConfigKey.optional(
            "providerConfig", anySection(), "Provider settings, in a section with the name of the provider.");

    static final ConfigKeys ALL = ConfigKeys.of(
            PROVIDER,
            CLUSTER,
            NETWORK,
            TALOS,
            ADDONS,
            EXPOSURE,
            NETWORK_POOL,
            PROVIDER_NETWORK,
            MULTI_TENANCY,
            PROVIDER_CONFIG);

    private BootstrapFileKeys() {}
}
