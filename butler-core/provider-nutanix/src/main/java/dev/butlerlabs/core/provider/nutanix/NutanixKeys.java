package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Shape;
import dev.butlerlabs.core.config.Shapes;
import java.util.Map;

/** The keys of the section in a bootstrap file and in a ProviderConfig; only the file contains credentials. */
final class NutanixKeys {
    static final int DEFAULT_PORT = 9440;

    static final Key<String> ENDPOINT = Key.required(
            "endpoint",
            Shapes.text("^https?://[^/\\s]", "a URL such as https://prism.example.com"),
            "Endpoint of Prism Central.");
    static final Key<Integer> PORT = Key.withDefault(
            "port", DEFAULT_PORT, Shapes.port(), "Port of Prism Central, if the endpoint has none.");
    static final Key<Boolean> INSECURE = Key.withDefault(
            "insecure", false, Shapes.truth(), "Whether to skip verification of the Prism Central certificate.");
    static final Key<String> CLUSTER =
            Key.required("clusterUUID", Shapes.someText(), "Cluster of the machines, by UUID or name.");
    static final Key<String> SUBNET =
            Key.required("subnetUUID", Shapes.someText(), "Subnet of the machines, by UUID or name.");
    static final Key<String> IMAGE = Key.optional(
            "imageUUID", Shapes.someText(), "Default boot image, by UUID or name.");
    static final Key<String> STORAGE_CONTAINER =
            Key.optional("storageContainerUUID", Shapes.someText(), "Storage container of the disks, by UUID or name.");
    static final Key<Map<String, String>> HOST_ALIASES =
            Key.optional("hostAliases", hostAliases(), "Static addresses of host names.");

    static final Key<SensitiveText> USERNAME = Key.required("username", Shapes.secret(), "User of Prism Central.");
    static final Key<SensitiveText> PASSWORD = Key.required("password", Shapes.secret(), "Password of the user.");
    static final Key<SensitiveText> CA_FILE = Key.optional(
            "caFile", Shapes.fileContent(), "File with the CA certificates of Prism Central in PEM.");

    static final Keys IN_A_RESOURCE =
            Keys.of(ENDPOINT, PORT, INSECURE, CLUSTER, SUBNET, IMAGE, STORAGE_CONTAINER, HOST_ALIASES);
    static final Keys IN_A_FILE = Keys.of(
            ENDPOINT,
            PORT,
            INSECURE,
            CA_FILE,
            USERNAME,
            PASSWORD,
            CLUSTER,
            SUBNET,
            IMAGE,
            STORAGE_CONTAINER,
            HOST_ALIASES);

    private NutanixKeys() {}

    /** A map of names to addresses, or lines as in a hosts file. */
    private static Shape<Map<String, String>> hostAliases() {
        Shape<String> address = Shapes.text("^[0-9A-Fa-f.:]+$", "an address")
                .where(HostAliases::isAddress, "must be an IPv4 or IPv6 address");
        Shape<String> line = Shapes.text(
                        "^\\s*[0-9A-Fa-f.:]+(\\s+[A-Za-z0-9._-]+)+\\s*$", "an address followed by host names")
                .where(HostAliases::beginsWithAnAddress, "must start with an IPv4 or IPv6 address");
        return Shapes.listOrMap(Shapes.listOf(line).as(HostAliases::ofLines), Shapes.mapOf(address));
    }
}
