package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
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

    static final ConfigKeys ALL =
            ConfigKeys.of(VERSION, SCHEMATIC, IMAGE, INSTALL_DISK, TIME_SERVERS, CONFIG_PATCHES, CONFIG_DELIVERY);

    private TalosKeys() {}
}
