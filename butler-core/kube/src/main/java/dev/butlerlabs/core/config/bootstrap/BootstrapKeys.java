package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.anySection;
import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.text;

import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.config.Settings;
import java.util.List;

/** The top-level keys of the file. */
public final class BootstrapKeys {
    public static final Key<String> PROVIDER = Key.required(
            "provider",
            text("^[a-z][-a-z0-9]*$", "a provider name in lower case"),
            "Infrastructure provider: harvester, nutanix, proxmox, gcp, aws, azure, or another installed provider.");
    public static final Key<Settings> CLUSTER =
            Key.required("cluster", section(ClusterKeys.ALL), "Name, topology and machines of the cluster.");
    public static final Key<Settings> NETWORK = Key.section("network", NetworkKeys.ALL, "Network of the cluster.");
    public static final Key<Settings> TALOS =
            Key.section("talos", TalosKeys.ALL, "Talos Linux, the operating system of the machines.");
    static final Key<Settings> ADDONS = Key.section("addons", AddonKeys.ALL, "Addons installed on the cluster.");
    static final Key<Settings> EXPOSURE = Key.optional(
            "controlPlaneExposure",
            section(PlatformKeys.EXPOSURE),
            "How control planes of tenant clusters are exposed.");
    static final Key<Settings> NETWORK_POOL = Key.optional(
            "networkPool",
            section(PlatformKeys.POOL),
            "NetworkPool for tenant clusters, created at the end of the bootstrap.");
    static final Key<Settings> PROVIDER_NETWORK = Key.optional(
            "providerNetwork",
            section(PlatformKeys.PROVIDER_NETWORK),
            "Addresses of the infrastructure and how they are allocated.");
    static final Key<MultiTenancy.Mode> MULTI_TENANCY = Key.optional(
            "multiTenancyMode",
            choice(List.of(MultiTenancy.Mode.values()), Words::pascal),
            "Whether a tenant cluster must, can or cannot belong to a team.");
    /** The provider sections; each provider reads its own. */
    static final Key<Section> PROVIDER_CONFIG = Key.optional(
            "providerConfig", anySection(), "Provider settings, in a section with the name of the provider.");

    static final Keys ALL = Keys.of(
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

    private BootstrapKeys() {}
}
