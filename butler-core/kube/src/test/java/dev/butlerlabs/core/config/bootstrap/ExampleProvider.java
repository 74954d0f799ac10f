package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.fileContent;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.port;
import static dev.butlerlabs.core.config.ConfigValueTypes.secret;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;
import static dev.butlerlabs.core.config.ConfigValueTypes.wholeOfAtLeast;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderConfigSpecAwsBuilder;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Providers as they would read the sections that are in use today, to try the files of people with. */
@SuppressWarnings("ImmutableEnumChecker") // keys do not change, which the checker cannot see
enum ExampleProvider {
    HARVESTER(
            ConfigKey.required("kubeconfigPath", fileContent(), "Kubeconfig of Harvester."),
            ConfigKey.withDefault("namespace", "default", someText(), "Namespace of the virtual machines."),
            ConfigKey.required(
                    "networkName", text("^[a-z0-9-]+/[a-z0-9-]+$", "a network as namespace/name"), "Network."),
            optional("imageName")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            ProviderConfigSpec spec = ProviderConfigSpecBuilder.builder()
                    .harvester(new ProviderConfigSpec.Harvester(
                            null,
                            textOf(settings, "namespace"),
                            textOf(settings, "networkName"),
                            textOf(settings, "imageName"),
                            null,
                            null,
                            null))
                    .build();
            return new ProviderSectionResult(
                    spec,
                    new TreeMap<>(Map.of("kubeconfig", secretOf(settings, "kubeconfigPath"))),
                    Optional.of("kubeconfig"));
        }
    },
    LOCAL(optional("dockerHost"), optional("image")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            ProviderConfigSpec spec = ProviderConfigSpecBuilder.builder()
                    .local(new ProviderConfigSpec.Local(
                            null, textOf(settings, "dockerHost"), textOf(settings, "image"), null))
                    .build();
            return new ProviderSectionResult(spec, Map.of());
        }
    },
    NUTANIX(
            ConfigKey.required(
                    "endpoint", text("^https?://", "an http or https address"), "Endpoint of Prism Central."),
            ConfigKey.withDefault("port", 9440, port(), "Port of Prism Central."),
            ConfigKey.withDefault("insecure", false, truth(), "Whether the certificate goes unchecked."),
            required("username"),
            ConfigKey.required("password", secret(), "Password."),
            required("clusterUUID"),
            required("subnetUUID"),
            optional("imageUUID"),
            optional("storageContainerUUID"),
            ConfigKey.optional("hostAliases", listOf(someText()), "Lines of a hosts file.")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            ProviderConfigSpec spec = ProviderConfigSpecBuilder.builder()
                    .nutanix(new ProviderConfigSpec.Nutanix(
                            textOf(settings, "endpoint"),
                            (Integer) value(settings, "port"),
                            (Boolean) value(settings, "insecure"),
                            textOf(settings, "clusterUUID"),
                            textOf(settings, "subnetUUID"),
                            textOf(settings, "imageUUID"),
                            textOf(settings, "storageContainerUUID"),
                            Map.of()))
                    .build();
            return new ProviderSectionResult(
                    spec,
                    Map.of(
                            "username",
                            new SensitiveText(textOf(settings, "username")),
                            "password",
                            secretOf(settings, "password")));
        }
    },
    AWS(
            required("accessKeyID"),
            ConfigKey.required("secretAccessKey", secret(), "Secret of the access key."),
            required("region"),
            optional("vpcID"),
            optional("subnetID"),
            optional("securityGroupID"),
            optional("instanceType"),
            optional("ami")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            ProviderConfigSpec spec = ProviderConfigSpecBuilder.builder()
                    .aws(ProviderConfigSpecAwsBuilder.builder()
                            .region(textOf(settings, "region"))
                            .vpcID(textOf(settings, "vpcID"))
                            .subnetIDs(listed(settings, "subnetID"))
                            .securityGroupIDs(listed(settings, "securityGroupID"))
                            .build())
                    .build();
            return new ProviderSectionResult(
                    spec,
                    Map.of(
                            "accessKeyID",
                            new SensitiveText(textOf(settings, "accessKeyID")),
                            "secretAccessKey",
                            secretOf(settings, "secretAccessKey")));
        }
    },
    PROXMOX(
            ConfigKey.required("endpoint", text("^https?://", "an http or https address"), "Address of Proxmox."),
            ConfigKey.withDefault("insecure", false, truth(), "Whether the certificate goes unchecked."),
            ConfigKey.required("token", secret(), "API token."),
            ConfigKey.required("nodes", listOf(someText()), "Nodes the machines are made on."),
            required("storage"),
            ConfigKey.optional("templateID", wholeOfAtLeast(100), "Template the machines are copied from."),
            ConfigKey.optional("vmidStart", wholeOfAtLeast(100), "First number of a machine."),
            ConfigKey.optional("vmidEnd", wholeOfAtLeast(100), "Last number of a machine."),
            ConfigKey.optional("hostAliases", listOf(someText()), "Lines of a hosts file.")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            return plain(settings, "token");
        }
    },
    GCP(
            ConfigKey.required("serviceAccountKeyPath", fileContent(), "Key file of the service account."),
            required("projectID"),
            required("region"),
            optional("zone"),
            optional("network"),
            optional("subnetwork"),
            optional("machineType"),
            optional("imageProject"),
            optional("imageFamily"),
            optional("image")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            return plain(settings, "serviceAccountKeyPath");
        }
    },
    AZURE(
            required("clientID"),
            ConfigKey.required("clientSecret", secret(), "Secret of the service principal."),
            required("tenantID"),
            required("subscriptionID"),
            required("resourceGroup"),
            required("location"),
            optional("vnetName"),
            optional("subnetName"),
            optional("securityGroupName"),
            optional("vmSize"),
            ConfigKey.optional("zones", listOf(someText()), "Availability zones of the machines."),
            optional("imageID"),
            optional("imageURN")) {
        @Override
        ProviderSectionResult part(ConfigSettings settings) {
            return plain(settings, "clientSecret");
        }
    };

    private final ConfigKey<?>[] known;
    private final ConfigKeys keys;

    ExampleProvider(ConfigKey<?>... known) {
        this.known = known;
        this.keys = ConfigKeys.of(known);
    }

    /** Checks the section of the provider a file names, as the list of installed providers will. */
    static final ConfigRule RULE = draft -> {
        ConfigRules.oneOf(Stream.of(values()).map(ExampleProvider::word).toList())
                .check(draft);
        draft.provider()
                .flatMap(ExampleProvider::named)
                .ifPresent(provider -> draft.providerSection().orElseThrow().read(provider.keys));
    };

    static Optional<ExampleProvider> named(String name) {
        return Stream.of(values())
                .filter(provider -> provider.word().equals(name))
                .findFirst();
    }

    static BootstrapManifests render(BootstrapConfig config) {
        ConfigSection section = config.providerSection();
        ExampleProvider provider = named(config.provider()).orElseThrow();
        return BootstrapManifests.of(config, provider.part(section.read(provider.keys)));
    }

    abstract ProviderSectionResult part(ConfigSettings settings);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    ConfigKeys keys() {
        return keys;
    }

    private static ConfigKey<String> required(String name) {
        return ConfigKey.required(name, someText(), "The " + name + ".");
    }

    private static ConfigKey<String> optional(String name) {
        return ConfigKey.optional(name, someText(), "The " + name + ".");
    }

    Object value(ConfigSettings settings, String name) {
        for (ConfigKey<?> key : known) {
            if (key.name().equals(name)) {
                return settings.find(key).orElse(null);
            }
        }
        throw new IllegalArgumentException(name);
    }

    String textOf(ConfigSettings settings, String name) {
        return (String) value(settings, name);
    }

    List<String> listed(ConfigSettings settings, String name) {
        return Optional.ofNullable(textOf(settings, name)).stream().toList();
    }

    SensitiveText secretOf(ConfigSettings settings, String name) {
        return (SensitiveText) value(settings, name);
    }

    ProviderSectionResult plain(ConfigSettings settings, String... credentials) {
        Map<String, SensitiveText> entries = new TreeMap<>();
        for (String name : credentials) {
            Object value = value(settings, name);
            entries.put(name, value instanceof SensitiveText hidden ? hidden : new SensitiveText((String) value));
        }
        return new ProviderSectionResult(ProviderConfigSpecBuilder.builder().build(), entries);
    }
}
