package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.range;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.tree;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;
import static dev.butlerlabs.core.config.ConfigValueTypes.wholeOfAtLeast;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.List;
import java.util.Map;

/**
 * The keys of {@code addons}. They have no defaults here: a missing key is also missing in the resource, so that the schema of
 * the resource is the only source of defaults.
 */
final class AddonKeys {
    static final ConfigKey<Boolean> ENABLED = ConfigKey.optional("enabled", truth(), "Whether the addon is installed.");
    static final ConfigKey<String> VERSION =
            ConfigKey.optional("version", someText(), "Version. Defaults to the version that Butler was tested with.");

    static final ConfigKey<BootstrapAddons.Cni.Type> CNI_TYPE =
            ConfigKey.optional("type", choice(BootstrapAddons.Cni.Type.values()), "CNI plugin. Defaults to cilium.");
    static final ConfigKey<Boolean> HUBBLE = ConfigKey.optional("hubbleEnabled", truth(), "Whether Hubble is enabled.");
    static final ConfigKey<ConfigSettings> CNI =
            ConfigKey.optional("cni", section(ConfigKeys.of(CNI_TYPE, VERSION, HUBBLE)), "Pod network.");

    static final ConfigKey<BootstrapAddons.ControlPlaneHa.Type> HA_TYPE = ConfigKey.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneHa.Type.values()),
            "Provider of the virtual address. Defaults to kube-vip.");
    static final ConfigKey<ConfigSettings> CONTROL_PLANE_HA = ConfigKey.optional(
            "controlPlaneHA", section(ConfigKeys.of(HA_TYPE, VERSION)), "Virtual address of the control plane.");

    static final ConfigKey<BootstrapAddons.LoadBalancer.Type> BALANCER_TYPE = ConfigKey.optional(
            "type",
            choice(BootstrapAddons.LoadBalancer.Type.values()),
            "Load balancer implementation. Defaults to metallb.");
    static final ConfigKey<Ipv4Range> ADDRESS_POOL =
            ConfigKey.optional("addressPool", range(), "Address range. Defaults to network.loadBalancerPool.");
    static final ConfigKey<ConfigSettings> LOAD_BALANCER = ConfigKey.optional(
            "loadBalancer",
            section(ConfigKeys.of(BALANCER_TYPE, ADDRESS_POOL)),
            "Load balancer for Services of type LoadBalancer.");

    static final ConfigKey<BootstrapAddons.Storage.Type> STORAGE_TYPE = ConfigKey.optional(
            "type", choice(BootstrapAddons.Storage.Type.values()), "Storage provider. Defaults to longhorn.");
    static final ConfigKey<Integer> REPLICA_COUNT =
            ConfigKey.optional("replicaCount", wholeOfAtLeast(1), "Number of replicas of each volume.");
    static final ConfigKey<ConfigSettings> STORAGE =
            ConfigKey.optional("storage", section(ConfigKeys.of(STORAGE_TYPE, VERSION, REPLICA_COUNT)), "Volumes.");

    static final ConfigKey<ConfigSettings> CERT_MANAGER =
            ConfigKey.optional("certManager", section(ConfigKeys.of(ENABLED, VERSION)), "Certificates.");

    static final ConfigKey<BootstrapAddons.Ingress.Type> INGRESS_TYPE = ConfigKey.optional(
            "type", choice(BootstrapAddons.Ingress.Type.values()), "Ingress controller. Defaults to traefik.");
    static final ConfigKey<ConfigSettings> INGRESS = ConfigKey.optional(
            "ingress", section(ConfigKeys.of(ENABLED, INGRESS_TYPE, VERSION)), "Ingress controller.");

    static final ConfigKey<BootstrapAddons.ControlPlaneProvider.Type> HOSTING_TYPE = ConfigKey.optional(
            "type",
            choice(BootstrapAddons.ControlPlaneProvider.Type.values()),
            "Control plane provider. Defaults to steward.");
    static final ConfigKey<ConfigSettings> CONTROL_PLANE_PROVIDER = ConfigKey.optional(
            "controlPlaneProvider",
            section(ConfigKeys.of(ENABLED, HOSTING_TYPE, VERSION)),
            "Hosted control planes of tenant clusters.");

    static final ConfigKey<BootstrapAddons.GitOps.Type> GIT_OPS_TYPE =
            ConfigKey.optional("type", choice(BootstrapAddons.GitOps.Type.values()), "GitOps tool. Defaults to flux.");
    static final ConfigKey<ConfigSettings> GIT_OPS = ConfigKey.optional(
            "gitOps", section(ConfigKeys.of(ENABLED, GIT_OPS_TYPE)), "GitOps from a Git repository.");

    static final ConfigKey<String> IMAGE = ConfigKey.optional(
            "image",
            text(
                    "^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$",
                    "an image without tag and digest, such as registry.example.com/butler-controllers"),
            "Image without the tag.");
    static final ConfigKey<String> IMAGE_TAG = ConfigKey.optional(
            "version",
            text("^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$", "an image tag"),
            "Tag of the image. Defaults to the version of this tool.");
    static final ConfigKey<BootstrapAddons.ButlerController.Type> CONTROLLER_TYPE = ConfigKey.optional(
            "type",
            choice(BootstrapAddons.ButlerController.Type.values()),
            "The controllers of this tool, or the upstream chart. Defaults to butler.");
    static final ConfigKey<Map<String, Object>> VALUES = ConfigKey.optional(
            "values", tree(), "Helm values. For the type butler, those of manifests/chart/butler/values.yaml.");
    static final ConfigKey<ConfigSettings> BUTLER_CONTROLLER = ConfigKey.optional(
            "butlerController",
            section(ConfigKeys.of(ENABLED, CONTROLLER_TYPE, IMAGE_TAG, IMAGE, VALUES)),
            "Butler controllers.");

    static final ConfigKey<String> PROVIDER_NAME = ConfigKey.required("name", someText(), "Infrastructure.");
    static final ConfigKey<String> SECRET_NAME = ConfigKey.required("name", someText(), "Name of the Secret.");
    static final ConfigKey<String> SECRET_NAMESPACE =
            ConfigKey.optional("namespace", someText(), "Namespace of the Secret.");
    static final ConfigKey<String> SECRET_KEY = ConfigKey.optional("key", someText(), "Key in the Secret.");
    static final ConfigKey<ConfigSettings> CREDENTIALS = ConfigKey.optional(
            "credentialsSecretRef",
            section(ConfigKeys.of(SECRET_NAME, SECRET_NAMESPACE, SECRET_KEY)),
            "Secret with the provider credentials. Defaults to the credentials of the management cluster.");
    static final ConfigKey<List<ConfigSettings>> PROVIDERS = ConfigKey.optional(
            "infrastructureProviders",
            listOf(section(ConfigKeys.of(PROVIDER_NAME, VERSION, CREDENTIALS))),
            "Infrastructure providers for tenant clusters. Defaults to the provider of the management cluster.");
    static final ConfigKey<ConfigSettings> CAPI = ConfigKey.optional(
            "capi",
            section(ConfigKeys.of(ENABLED, VERSION, PROVIDERS)),
            "Cluster API, which creates the machines of tenant clusters.");

    static final ConfigKey<ConfigSettings> CONSOLE =
            ConfigKey.optional("console", section(ConsoleKeys.ALL), "Butler web console.");

    static final ConfigKeys ALL = ConfigKeys.of(
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
