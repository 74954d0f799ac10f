package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The resource types of a simulated machine. */
enum NodeResourceType {
    MACHINE_STATUS("MachineStatuses.runtime.talos.dev", "MachineStatus", "runtime", false),
    VERSION("Versions.runtime.talos.dev", "Version", "runtime", false),
    EXTENSION("ExtensionStatuses.runtime.talos.dev", "ExtensionStatus", "runtime", false),
    MEMBER("Members.cluster.talos.dev", "Member", "cluster", false),
    API_SERVER_CONFIG("APIServerConfigs.kubernetes.talos.dev", "APIServerConfig", "controlplane", false),
    CONTROLLER_MANAGER_CONFIG(
            "ControllerManagerConfigs.kubernetes.talos.dev", "ControllerManagerConfig", "controlplane", false),
    SCHEDULER_CONFIG("SchedulerConfigs.kubernetes.talos.dev", "SchedulerConfig", "controlplane", false),
    MANIFEST("Manifests.kubernetes.talos.dev", "Manifest", "controlplane", false),
    MACHINE_CONFIG("MachineConfigs.config.talos.dev", "MachineConfig", "config", true),
    DEFINITION("ResourceDefinitions.meta.cosi.dev", "ResourceDefinition", "meta", false);

    private static final int TYPE_FIELD = 1;
    private static final int DISPLAY_FIELD = 2;
    private static final int NAMESPACE_FIELD = 3;
    private static final int ALIASES_FIELD = 4;
    private static final int COLUMNS_FIELD = 6;
    private static final int ALL_ALIASES_FIELD = 5;
    private static final int SENSITIVITY_FIELD = 7;

    private final String type;
    private final String singular;
    private final String namespace;
    private final boolean sensitive;

    NodeResourceType(String type, String singular, String namespace, boolean sensitive) {
        this.type = type;
        this.singular = singular;
        this.namespace = namespace;
        this.sensitive = sensitive;
    }

    /** Returns the columns of a table of these resources, with the paths of their values. */
    private List<Map.Entry<String, String>> columns() {
        return switch (this) {
            case MACHINE_STATUS -> List.of(Map.entry("Stage", "{.stage}"), Map.entry("Ready", "{.status.ready}"));
            case VERSION -> List.of(Map.entry("Version", "{.version}"));
            case EXTENSION ->
                List.of(Map.entry("Name", "{.metadata.name}"), Map.entry("Version", "{.metadata.version}"));
            case MEMBER ->
                List.of(
                        Map.entry("Hostname", "{.hostname}"),
                        Map.entry("Machine Type", "{.machineType}"),
                        Map.entry("OS", "{.operatingSystem}"),
                        Map.entry("Addresses", "{.addresses}"));
            case API_SERVER_CONFIG, CONTROLLER_MANAGER_CONFIG, SCHEDULER_CONFIG, MANIFEST, MACHINE_CONFIG -> List.of();
            case DEFINITION -> List.of(Map.entry("Aliases", "{.aliases[:]}"));
        };
    }

    static Optional<NodeResourceType> find(String type) {
        return Arrays.stream(values()).filter(known -> known.type.equals(type)).findFirst();
    }

    /** Returns the full name, such as {@code MachineStatuses.runtime.talos.dev}. */
    String type() {
        return type;
    }

    String namespace() {
        return namespace;
    }

    /** Returns whether only administrators may read it. */
    boolean sensitive() {
        return sensitive;
    }

    private List<String> aliases() {
        String name = type.toLowerCase(Locale.ROOT);
        List<String> aliases = List.of(singular.toLowerCase(Locale.ROOT), name.substring(0, name.indexOf('.')), name);
        return this == EXTENSION
                ? Stream.concat(aliases.stream(), Stream.of("extensions")).toList()
                : aliases;
    }

    /** Returns the specification of the resource that defines this type, as YAML. */
    String definition() {
        StringBuilder yaml = new StringBuilder(
                "type: %s\ndisplayType: %s\ndefaultNamespace: %s\n".formatted(type, singular, namespace));
        yaml.append("aliases: %1$s\nallAliases: %1$s\nprintColumns:".formatted(aliases()));
        yaml.append(columns().isEmpty() ? " []\n" : "\n");
        columns()
                .forEach(column -> yaml.append(
                        "    - name: %s\n      jsonPath: '%s'\n".formatted(column.getKey(), column.getValue())));
        return yaml.append(sensitive ? "sensitivity: sensitive\n" : "").toString();
    }

    /** Returns the same specification in its wire form, for which the project has no generated types. */
    ByteString encodedDefinition() {
        return MessageEncoder.encode(output -> {
            output.writeString(TYPE_FIELD, type);
            output.writeString(DISPLAY_FIELD, singular);
            output.writeString(NAMESPACE_FIELD, namespace);
            for (String alias : aliases()) {
                output.writeString(ALIASES_FIELD, alias);
                output.writeString(ALL_ALIASES_FIELD, alias);
            }
            for (Map.Entry<String, String> column : columns()) {
                output.writeBytes(COLUMNS_FIELD, encodedColumn(column));
            }
            output.writeEnum(SENSITIVITY_FIELD, sensitive ? 1 : 0);
        });
    }

    private static ByteString encodedColumn(Map.Entry<String, String> column) {
        return MessageEncoder.encode(output -> {
            output.writeString(1, column.getKey());
            output.writeString(2, column.getValue());
        });
    }
}
