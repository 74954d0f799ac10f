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

/** The keys at the top of the file. */
public final class BootstrapKeys {
    public static final Key<String> PROVIDER = Key.required(
            "provider",
            text("^[a-z][-a-z0-9]*$", "the name of a provider, in lower case"),
            "Infrastructure to build on: harvester, nutanix, proxmox, gcp, aws, azure, or any other provider installed.");
    public static final Key<Settings> CLUSTER =
            Key.required("cluster", section(ClusterKeys.ALL), "Name, shape and machines of the cluster.");
    public static final Key<Settings> NETWORK = Key.section("network", NetworkKeys.ALL, "Addresses of the cluster.");
    public static final Key<Settings> TALOS =
            Key.section("talos", TalosKeys.ALL, "The operating system of the machines.");
    static final Key<Settings> ADDONS =
            Key.section("addons", AddonKeys.ALL, "What is installed on the cluster once it answers.");
    static final Key<Settings> EXPOSURE = Key.optional(
            "controlPlaneExposure",
            section(PlatformKeys.EXPOSURE),
            "How control planes of tenant clusters are reached from outside.");
    static final Key<Settings> NETWORK_POOL = Key.optional(
            "networkPool", section(PlatformKeys.POOL), "A pool of addresses for tenant clusters, made at the end.");
    static final Key<Settings> PROVIDER_NETWORK = Key.optional(
            "providerNetwork",
            section(PlatformKeys.PROVIDER_NETWORK),
            "Addresses of the infrastructure and how they are shared out.");
    static final Key<MultiTenancy.Mode> MULTI_TENANCY = Key.optional(
            "multiTenancyMode",
            choice(List.of(MultiTenancy.Mode.values()), Words::pascal),
            "Whether a tenant cluster must, may or cannot have a team.");
    /** Sections named like providers, which alone know what is in them. */
    static final Key<Section> PROVIDER_CONFIG = Key.optional(
            "providerConfig", anySection(), "Settings of the infrastructure, in a section named like the provider.");

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
