package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueType;
import dev.butlerlabs.core.config.ConfigValueTypes;
import dev.butlerlabs.core.provider.rest.HostAliases;
import java.util.List;
import java.util.Map;

/** The keys of the section in a bootstrap file and in a ProviderConfig; only the file contains credentials. */
final class ProxmoxConfigKeys {
    private static final int SMALLEST_ID = 100;
    private static final int LARGEST_ID = 999_999_999;

    private static final ConfigValueType<String> STORAGE_NAME =
            ConfigValueTypes.text("^[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]$", "the name of a storage");
    private static final ConfigValueType<Integer> VM_ID = ConfigValueTypes.whole(SMALLEST_ID, LARGEST_ID);

    static final ConfigKey<String> ENDPOINT = ConfigKey.required(
            "endpoint",
            ConfigValueTypes.text("^https?://[^/\\s]", "a URL such as https://pve.example.com:8006"),
            "Endpoint of the Proxmox VE API; the default port is 8006.");
    static final ConfigKey<Boolean> INSECURE = ConfigKey.withDefault(
            "insecure", false, ConfigValueTypes.truth(), "Whether to skip verification of the API certificate.");
    static final ConfigKey<List<String>> NODES = ConfigKey.required(
            "nodes",
            ConfigValueTypes.listOf(
                    ConfigValueTypes.text("^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$", "the name of a node")),
            "Nodes to distribute the virtual machines over.");
    static final ConfigKey<String> STORAGE = ConfigKey.required("storage", STORAGE_NAME, "Storage of the disks.");
    static final ConfigKey<Integer> TEMPLATE =
            ConfigKey.optional("templateID", VM_ID, "VM ID of the template to clone.");
    static final ConfigKey<String> IMPORT_VOLUME = ConfigKey.optional(
            "importVolume",
            ConfigValueTypes.text(
                    "^[A-Za-z][A-Za-z0-9_.-]*:import/[^\\s,]+\\.(raw|qcow2|vmdk)$",
                    "a volume such as local:import/talos.qcow2"),
            "Disk image to import instead of cloning a template.");
    static final ConfigKey<String> IMAGE_STORAGE = ConfigKey.optional(
            "imageStorage",
            STORAGE_NAME,
            "Storage of transferred images. Default: one with the content type import, preferably a shared one.");
    static final ConfigKey<String> BRIDGE = ConfigKey.optional(
            "bridge",
            ConfigValueTypes.text("^[A-Za-z][A-Za-z0-9_.-]{0,14}$", "the name of a bridge, such as vmbr0"),
            "Bridge of the network interface. Default: that of the template, or vmbr0.");
    static final ConfigKey<Integer> VLAN =
            ConfigKey.optional("vlan", ConfigValueTypes.whole(1, 4094), "VLAN tag of the network interface.");
    static final ConfigKey<String> POOL = ConfigKey.optional(
            "pool",
            ConfigValueTypes.text("^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+){0,2}$", "the name of a resource pool"),
            "Resource pool of the virtual machines.");

    static final ConfigKey<Map<String, String>> HOST_ALIASES =
            ConfigKey.optional("hostAliases", HostAliases.valueType(), "Static addresses of host names.");

    static final ConfigKey<Integer> RANGE_START = ConfigKey.required("start", VM_ID, "First ID.");
    static final ConfigKey<Integer> RANGE_END = ConfigKey.required("end", VM_ID, "Last ID.");
    static final ConfigKey<ConfigSettings> VM_ID_RANGE = ConfigKey.optional(
            "vmidRange",
            ConfigValueTypes.section(ConfigKeys.of(RANGE_START, RANGE_END)),
            "Range of the VM IDs. Default: 20000 to 29999.");
    static final ConfigKey<Integer> FIRST_VM_ID =
            ConfigKey.optional("vmidStart", VM_ID, "First VM ID of the machines. Default: 20000.");
    static final ConfigKey<Integer> LAST_VM_ID =
            ConfigKey.optional("vmidEnd", VM_ID, "Last VM ID of the machines. Default: 29999.");

    static final ConfigKey<SensitiveText> TOKEN =
            ConfigKey.optional("token", ConfigValueTypes.secret(), "API token in the form user@realm!name=secret.");
    static final ConfigKey<String> USERNAME = ConfigKey.optional(
            "username",
            ConfigValueTypes.text("^[^\\s:/@]+@[A-Za-z][A-Za-z0-9._-]+$", "a user with its realm, such as butler@pve"),
            "User with its realm, instead of a token.");
    static final ConfigKey<SensitiveText> PASSWORD =
            ConfigKey.optional("password", ConfigValueTypes.secret(), "Password of the user.");
    static final ConfigKey<SensitiveText> CA_FILE = ConfigKey.optional(
            "caFile", ConfigValueTypes.fileContent(), "File with the CA certificates of the API in PEM.");

    static final ConfigKeys IN_A_RESOURCE = ConfigKeys.of(
            ENDPOINT,
            INSECURE,
            NODES,
            STORAGE,
            TEMPLATE,
            IMPORT_VOLUME,
            IMAGE_STORAGE,
            BRIDGE,
            VLAN,
            POOL,
            HOST_ALIASES,
            VM_ID_RANGE);
    static final ConfigKeys IN_A_FILE = ConfigKeys.of(
            ENDPOINT,
            INSECURE,
            CA_FILE,
            TOKEN,
            USERNAME,
            PASSWORD,
            NODES,
            STORAGE,
            TEMPLATE,
            IMPORT_VOLUME,
            IMAGE_STORAGE,
            BRIDGE,
            VLAN,
            POOL,
            HOST_ALIASES,
            FIRST_VM_ID,
            LAST_VM_ID);

    private ProxmoxConfigKeys() {}
}
