package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.text;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import java.util.List;

/** The keys of {@code talos}. */
public final class TalosKeys {
    public static final Key<String> VERSION = Key.withDefault(
            "version",
            "v1.12.1",
            text("^v[0-9]+\\.[0-9]+\\.[0-9]+$", "a version such as v1.12.1"),
            "Talos version of the machines.");
    public static final Key<String> SCHEMATIC = Key.optional(
            "schematic",
            text("^[0-9a-f]{64}$", "an ID of 64 hexadecimal digits"),
            "ID of the Image Factory schematic with the system extensions. Defaults to none.");
    static final Key<String> INSTALL_DISK = Key.optional(
            "installDisk",
            text("^/dev/\\S+$", "a device such as /dev/vda"),
            "Installation disk. Defaults to /dev/vda.");
    static final Key<List<String>> TIME_SERVERS =
            Key.optional("timeServers", listOf(someText()), "Time servers of the machines.");
    static final Key<Operation> OPERATION =
            Key.required("op", choice(Operation.ADD, Operation.REMOVE, Operation.REPLACE), "Operation.");
    static final Key<String> PATH =
            Key.required("path", text("^(?:/|$)", "a JSON pointer"), "Path in the machine configuration as a JSON pointer.");
    static final Key<String> VALUE = Key.optional("value", text(), "New value as JSON. Not used with op remove.");
    static final Key<List<Settings>> CONFIG_PATCHES = Key.optional(
            "configPatches",
            listOf(section(Keys.of(OPERATION, PATH, VALUE))),
            "JSON patches for the machine configuration of every node.");

    public static final Key<ConfigDelivery> CONFIG_DELIVERY = Key.optional(
            "configDelivery",
            choice(List.of(ConfigDelivery.values()), ConfigDelivery::word),
            "How machines get their configuration. Defaults to user data where the provider supports it.");

    static final Keys ALL = Keys.of(VERSION, SCHEMATIC, INSTALL_DISK, TIME_SERVERS, CONFIG_PATCHES, CONFIG_DELIVERY);

    private TalosKeys() {}
}
