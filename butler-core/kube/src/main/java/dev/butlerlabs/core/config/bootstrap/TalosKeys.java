package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.fileContent;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.secret;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.word;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.version.VersionList;
import java.util.List;

/** The keys of {@code talos}. */
public final class TalosKeys {
    public static final ConfigKey<String> VERSION = ConfigKey.withDefault(
            "version",
            VersionList.current().defaultTalos().toString(),
            text("^v[0-9]+\\.[0-9]+\\.[0-9]+$", "a version such as v1.14.1"),
            "Talos version of the machines.");
    public static final ConfigKey<String> SCHEMATIC = ConfigKey.optional(
            "schematic",
            text("^[0-9a-f]{64}$", "an ID of 64 hexadecimal digits"),
            "ID of the Image Factory schematic with the system extensions. Defaults to none.");
    public static final ConfigKey<String> IMAGE = ConfigKey.optional(
            "image",
            text("^auto$", "auto"),
            "auto transfers the image of the schematic from the Image Factory to the infrastructure before the machines are created. "
                    + "Defaults to the image in the provider section.");
    public static final ConfigKey<String> ARCH = ConfigKey.optional(
            "arch", word("amd64", "arm64"), "CPU architecture of the image with image auto. Defaults to amd64.");
    public static final ConfigKey<String> FACTORY_URL = ConfigKey.required(
            "url",
            text("^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", "a URL such as https://factory.example.com"),
            "URL of the Image Factory, also with a path.");
    static final ConfigKey<SensitiveText> FACTORY_CA =
            ConfigKey.optional("caFile", fileContent(), "File with the CA certificates of the Image Factory in PEM.");
    public static final ConfigKey<SensitiveText> FACTORY_TOKEN =
            ConfigKey.optional("token", secret(), "Token for the Image Factory.");
    public static final ConfigKey<SensitiveText> FACTORY_USERNAME =
            ConfigKey.optional("username", secret(), "User of the Image Factory, instead of a token.");
    public static final ConfigKey<SensitiveText> FACTORY_PASSWORD =
            ConfigKey.optional("password", secret(), "Password of the user.");
    public static final ConfigKey<ConfigSettings> FACTORY = ConfigKey.optional(
            "factory",
            section(ConfigKeys.of(FACTORY_URL, FACTORY_CA, FACTORY_TOKEN, FACTORY_USERNAME, FACTORY_PASSWORD)),
            "Image Factory of the image with image auto. Defaults to https://factory.talos.dev.");
    static final ConfigKey<String> INSTALL_DISK = ConfigKey.optional(
            "installDisk",
            text("^/dev/\\S+$", "a device such as /dev/vda"),
            "Installation disk. Defaults to /dev/vda.");
    static final ConfigKey<List<String>> TIME_SERVERS =
            ConfigKey.optional("timeServers", listOf(someText()), "Time servers of the machines.");
    static final ConfigKey<Operation> OPERATION =
            ConfigKey.required("op", choice(Operation.ADD, Operation.REMOVE, Operation.REPLACE), "Operation.");
    static final ConfigKey<String> PATH = ConfigKey.required(
            "path", text("^(?:/|$)", "a JSON pointer"), "Path in the machine configuration as a JSON pointer.");
    static final ConfigKey<String> VALUE =
            ConfigKey.optional("value", text(), "New value as JSON. Not used with op remove.");
    static final ConfigKey<List<ConfigSettings>> CONFIG_PATCHES = ConfigKey.optional(
            "configPatches",
            listOf(section(ConfigKeys.of(OPERATION, PATH, VALUE))),
            "JSON patches for the machine configuration of every node.");

    public static final ConfigKey<ConfigDelivery> CONFIG_DELIVERY = ConfigKey.optional(
            "configDelivery",
            choice(List.of(ConfigDelivery.values()), ConfigDelivery::word),
            "How machines get their configuration. Defaults to user data where the provider supports it.");

    static final ConfigKeys ALL = ConfigKeys.of(
            VERSION, SCHEMATIC, IMAGE, ARCH, FACTORY, INSTALL_DISK, TIME_SERVERS, CONFIG_PATCHES, CONFIG_DELIVERY);

    private TalosKeys() {}
}
