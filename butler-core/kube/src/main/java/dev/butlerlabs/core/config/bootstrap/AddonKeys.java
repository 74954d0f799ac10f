package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.range;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.truth;
import static dev.butlerlabs.core.config.Shapes.wholeOfAtLeast;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import java.util.List;

/**
 * The keys of {@code addons}. They have no defaults here: a missing key is also missing in the resource, so that the schema of
 * the resource is the only source of defaults.
 */
final class AddonKeys {
    static final Key<Boolean> ENABLED = Key.optional("enabled", truth(), "Whether the addon is installed.");
    static final Key<String> VERSION =
            Key.optional("version", someText(), "Version. Defaults to the version that Butler was tested with.");

    static final Key<BootstrapAddons.Cni.Type> CNI_TYPE =
            Key.optional("type", choice(BootstrapAddons.Cni.Type.values()), "CNI plugin. Defaults to cilium.");
    static final Key<Boolean> HUBBLE = Key.optional("hubbleEnabled", truth(), "Whether Hubble is enabled.");
    static final Key<Settings> CNI = Key.optional("cni", section(Keys.of(CNI_TYPE, VERSION, HUBBLE)), "Pod network.");

    static final Key<BootstrapAddons.ControlPlaneHa.Type> HA_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneHa.Type.values()),
            "Provider of the virtual address. Defaults to kube-vip.");
    static final Key<Settings> CONTROL_PLANE_HA =
            Key.optional("controlPlaneHA", section(Keys.of(HA_TYPE, VERSION)), "Virtual address of the control plane.");

    static final Key<BootstrapAddons.LoadBalancer.Type> BALANCER_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.LoadBalancer.Type.values()),
            "Load balancer implementation. Defaults to metallb.");
    static final Key<Ipv4Range> ADDRESS_POOL =
            Key.optional("addressPool", range(), "Address range. Defaults to network.loadBalancerPool.");
    static final Key<Settings> LOAD_BALANCER = Key.optional(
            "loadBalancer",
            section(Keys.of(BALANCER_TYPE, ADDRESS_POOL)),
            "Load balancer for Services of type LoadBalancer.");

    static final Key<BootstrapAddons.Storage.Type> STORAGE_TYPE = Key.optional(
            "type", choice(BootstrapAddons.Storage.Type.values()), "Storage provider. Defaults to longhorn.");
    static final Key<Integer> REPLICA_COUNT =
            Key.optional("replicaCount", wholeOfAtLeast(1), "Number of replicas of each volume.");
    static final Key<Settings> STORAGE =
            Key.optional("storage", section(Keys.of(STORAGE_TYPE, VERSION, REPLICA_COUNT)), "Volumes.");

    static final Key<Settings> CERT_MANAGER =
            Key.optional("certManager", section(Keys.of(ENABLED, VERSION)), "Certificates.");

    static final Key<BootstrapAddons.Ingress.Type> INGRESS_TYPE = Key.optional(
            "type", choice(BootstrapAddons.Ingress.Type.values()), "Ingress controller. Defaults to traefik.");
    static final Key<Settings> INGRESS =
            Key.optional("ingress", section(Keys.of(ENABLED, INGRESS_TYPE, VERSION)), "Ingress controller.");

    static final Key<BootstrapAddons.ControlPlaneProvider.Type> HOSTING_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneProvider.Type.values()),
            "Control plane provider. Defaults to steward.");
    static final Key<Settings> CONTROL_PLANE_PROVIDER = Key.optional(
            "controlPlaneProvider",
            section(Keys.of(ENABLED, HOSTING_TYPE, VERSION)),
            "Hosted control planes of tenant clusters.");

    static final Key<BootstrapAddons.GitOps.Type> GIT_OPS_TYPE =
            Key.optional("type", choice(BootstrapAddons.GitOps.Type.values()), "GitOps tool. Defaults to flux.");
    static final Key<Settings> GIT_OPS =
            Key.optional("gitOps", section(Keys.of(ENABLED, GIT_OPS_TYPE)), "GitOps from a Git repository.");

    static final Key<String> IMAGE = Key.optional("image", someText(), "Image without the tag.");
    static final Key<Settings> BUTLER_CONTROLLER =
            Key.optional("butlerController", section(Keys.of(ENABLED, VERSION, IMAGE)), "Butler controllers.");

    static final Key<String> PROVIDER_NAME = Key.required("name", someText(), "Infrastructure.");
    static final Key<String> SECRET_NAME = Key.required("name", someText(), "Name of the Secret.");
    static final Key<String> SECRET_NAMESPACE = Key.optional("namespace", someText(), "Namespace of the Secret.");
    static final Key<String> SECRET_KEY = Key.optional("key", someText(), "Key in the Secret.");
    static final Key<Settings> CREDENTIALS = Key.optional(
            "credentialsSecretRef",
            section(Keys.of(SECRET_NAME, SECRET_NAMESPACE, SECRET_KEY)),
            "Secret with the provider credentials. Defaults to the credentials of the management cluster.");
    static final Key<List<Settings>> PROVIDERS = Key.optional(
            "infrastructureProviders",
            listOf(section(Keys.of(PROVIDER_NAME, VERSION, CREDENTIALS))),
            "Infrastructure providers for tenant clusters. Defaults to the provider of the management cluster.");
    static final Key<Settings> CAPI = Key.optional(
            "capi",
            section(Keys.of(ENABLED, VERSION, PROVIDERS)),
            "Cluster API, which creates the machines of tenant clusters.");

    static final Key<Settings> CONSOLE = Key.optional("console", section(ConsoleKeys.ALL), "Butler web console.");

    static final Keys ALL = Keys.of(
            CNI,
            CONTROL_PLANE_HA,
            LOAD_BALANCER,
            STORAGE,
            CERT_MANAGER,
            INGRESS,
            CONTROL_PLANE_PROVIDER,
            CAPI,
            GIT_OPS,
            BUTLER_CONTROLLER,
            CONSOLE);

    private AddonKeys() {}
}
