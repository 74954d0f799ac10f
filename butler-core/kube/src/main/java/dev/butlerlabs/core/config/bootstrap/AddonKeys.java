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
 * The keys of {@code addons}. None has a default here: what the author leaves out is left out of the resource too, so that there is
 * one truth about defaults, the schema of the resource.
 */
final class AddonKeys {
    static final Key<Boolean> ENABLED = Key.optional("enabled", truth(), "Whether it is installed.");
    static final Key<String> VERSION =
            Key.optional("version", someText(), "Version; the one Butler was tested with when left out.");

    static final Key<BootstrapAddons.Cni.Type> CNI_TYPE = Key.optional(
            "type", choice(BootstrapAddons.Cni.Type.values()), "Which network is installed; cilium when left out.");
    static final Key<Boolean> HUBBLE =
            Key.optional("hubbleEnabled", truth(), "Whether traffic can be observed with Hubble.");
    static final Key<Settings> CNI =
            Key.optional("cni", section(Keys.of(CNI_TYPE, VERSION, HUBBLE)), "Network of the pods.");

    static final Key<BootstrapAddons.ControlPlaneHa.Type> HA_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneHa.Type.values()),
            "What carries the virtual address; kube-vip when left out.");
    static final Key<Settings> CONTROL_PLANE_HA =
            Key.optional("controlPlaneHA", section(Keys.of(HA_TYPE, VERSION)), "Virtual address of the control plane.");

    static final Key<BootstrapAddons.LoadBalancer.Type> BALANCER_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.LoadBalancer.Type.values()),
            "What hands the addresses out; metallb when left out.");
    static final Key<Ipv4Range> ADDRESS_POOL =
            Key.optional("addressPool", range(), "Addresses to hand out; network.loadBalancerPool when left out.");
    static final Key<Settings> LOAD_BALANCER = Key.optional(
            "loadBalancer",
            section(Keys.of(BALANCER_TYPE, ADDRESS_POOL)),
            "Addresses for services of type LoadBalancer.");

    static final Key<BootstrapAddons.Storage.Type> STORAGE_TYPE = Key.optional(
            "type", choice(BootstrapAddons.Storage.Type.values()), "What provides volumes; longhorn when left out.");
    static final Key<Integer> REPLICA_COUNT =
            Key.optional("replicaCount", wholeOfAtLeast(1), "Copies kept of every volume.");
    static final Key<Settings> STORAGE =
            Key.optional("storage", section(Keys.of(STORAGE_TYPE, VERSION, REPLICA_COUNT)), "Volumes.");

    static final Key<Settings> CERT_MANAGER =
            Key.optional("certManager", section(Keys.of(ENABLED, VERSION)), "Certificates.");

    static final Key<BootstrapAddons.Ingress.Type> INGRESS_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.Ingress.Type.values()),
            "Which controller is installed; traefik when left out.");
    static final Key<Settings> INGRESS = Key.optional(
            "ingress", section(Keys.of(ENABLED, INGRESS_TYPE, VERSION)), "Traffic from outside by host name.");

    static final Key<BootstrapAddons.ControlPlaneProvider.Type> HOSTING_TYPE = Key.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneProvider.Type.values()),
            "What hosts the control planes; steward when left out.");
    static final Key<Settings> CONTROL_PLANE_PROVIDER = Key.optional(
            "controlPlaneProvider",
            section(Keys.of(ENABLED, HOSTING_TYPE, VERSION)),
            "Hosting of the control planes of tenant clusters.");

    static final Key<BootstrapAddons.GitOps.Type> GIT_OPS_TYPE =
            Key.optional("type", choice(BootstrapAddons.GitOps.Type.values()), "What delivers; flux when left out.");
    static final Key<Settings> GIT_OPS =
            Key.optional("gitOps", section(Keys.of(ENABLED, GIT_OPS_TYPE)), "Delivery from a Git repository.");

    static final Key<String> IMAGE = Key.optional("image", someText(), "Image without its tag.");
    static final Key<Settings> BUTLER_CONTROLLER =
            Key.optional("butlerController", section(Keys.of(ENABLED, VERSION, IMAGE)), "Butler's own controllers.");

    static final Key<String> PROVIDER_NAME = Key.required("name", someText(), "Infrastructure.");
    static final Key<String> SECRET_NAME = Key.required("name", someText(), "Name of the Secret.");
    static final Key<String> SECRET_NAMESPACE = Key.optional("namespace", someText(), "Namespace of the Secret.");
    static final Key<String> SECRET_KEY = Key.optional("key", someText(), "Key inside the Secret.");
    static final Key<Settings> CREDENTIALS = Key.optional(
            "credentialsSecretRef",
            section(Keys.of(SECRET_NAME, SECRET_NAMESPACE, SECRET_KEY)),
            "Secret with the credentials it works with; those of the management cluster when left out.");
    static final Key<List<Settings>> PROVIDERS = Key.optional(
            "infrastructureProviders",
            listOf(section(Keys.of(PROVIDER_NAME, VERSION, CREDENTIALS))),
            "Infrastructures tenant clusters may be made on; the one of the management cluster when left out.");
    static final Key<Settings> CAPI = Key.optional(
            "capi",
            section(Keys.of(ENABLED, VERSION, PROVIDERS)),
            "Cluster API, which makes the machines of tenant clusters.");

    static final Key<Settings> CONSOLE = Key.optional("console", section(ConsoleKeys.ALL), "Butler's web console.");

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
