package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.core.api.SchemaComparison.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Objects written for the kinds of the existing platform are accepted by ours, and mean the same. */
class CrdCompatibilityTest {
    private static final String OPEN = "a new provider must not need a new CRD";

    private static final String SIZED = "an integer without a format has 64 bits there; ours says so";

    private static final String ADDED = "a choice only ours offers; an object without it means the same";
    private static final String OPTIONAL = "a field with a default need not be given";

    private static final String LARGER = "clusters may be larger than theirs";

    private static final Map<String, String> INTENDED = Map.ofEntries(
            Map.entry("ClusterBootstrap.spec.cluster.controlPlane.replicas: maximum", LARGER),
            Map.entry("ClusterBootstrap.spec.cluster.workers.replicas: maximum", LARGER),
            Map.entry("ClusterBootstrap.spec.provider: enum", OPEN),
            Map.entry("ClusterBootstrap.spec.addons.capi.infrastructureProviders[].name: enum", OPEN),
            Map.entry("ClusterBootstrap.spec.addons.storage.type: enum", ADDED),
            Map.entry("ClusterBootstrap.spec.addons.butlerController.type: field", ADDED),
            Map.entry("ClusterBootstrap.spec.addons.butlerController.values: field", ADDED),
            Map.entry("ClusterBootstrap.spec.addons.console.type: field", ADDED),
            Map.entry("ClusterBootstrap.spec.addons.console.values: field", ADDED),
            Map.entry("ClusterBootstrap.spec.network.nodeAddresses: field", ADDED),
            Map.entry("MachineRequest.spec.address: field", ADDED),
            Map.entry("ProviderConfig.spec.provider: enum", OPEN),
            Map.entry("ProviderConfig.spec.harvester.runStrategy: field", ADDED),
            Map.entry("ProviderConfig.spec.harvester.uefi: field", ADDED),
            Map.entry("ClusterBootstrap.spec.talos.configDelivery: field", ADDED),
            Map.entry("MachineRequest.spec.userDataSecretRef: field", ADDED),
            Map.entry("ClusterCreationPolicy.spec.targetProviders[]: enum", OPEN),
            Map.entry("TenantCluster.spec.infrastructureOverride.proxmox.templateID: format", SIZED),
            Map.entry("TenantAddon.status.helmRelease.revision: format", SIZED),
            Map.entry("ManagementAddon.status.helmRelease.revision: format", SIZED),
            Map.entry("MachineRequest.status.portAccess: field", ADDED),
            Map.entry("ProviderConfig.spec.local.access: field", ADDED),
            Map.entry("ProviderConfig.spec.local.dockerHost: field", ADDED),
            Map.entry("ProviderConfig.spec.local.image: field", ADDED),
            Map.entry("TenantCluster.status.phase: enum", ADDED),
            Map.entry("TenantCluster.spec.addons.certManager: required", OPTIONAL),
            Map.entry("TenantCluster.spec.addons.cni: required", OPTIONAL),
            Map.entry("TenantCluster.spec.addons.loadBalancer: required", OPTIONAL),
            Map.entry("TenantCluster.spec.addons.cni.enabled: field", ADDED),
            Map.entry("TenantCluster.spec.addons.loadBalancer.enabled: field", ADDED),
            Map.entry("TenantCluster.spec.addons.gitops.repository.prune: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.endpoint: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.tokenSource: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.diskType: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.publicAddress: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.loadBalancerScheme: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.apiSourceRanges: field", ADDED),
            Map.entry("ProviderConfig.spec.gcp.imageBucket: field", ADDED),
            Map.entry("ProviderConfig.spec.nutanix.hostAliases: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.importVolume: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.imageStorage: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.bridge: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.vlan: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.pool: field", ADDED),
            Map.entry("ProviderConfig.spec.proxmox.hostAliases: field", ADDED));

    /** Choices only ours offers; an object without them means the same. */
    private static final Set<String> ADDED_FOR_AWS = Set.of(
            "ProviderConfig.spec.aws.ami: field",
            "ProviderConfig.spec.aws.architecture: field",
            "ProviderConfig.spec.aws.endpoint: field",
            "ProviderConfig.spec.aws.imageOwner: field",
            "ProviderConfig.spec.aws.instanceType: field",
            "ProviderConfig.spec.aws.loadBalancerScheme: field",
            "ProviderConfig.spec.aws.publicAddress: field");

    private static final Set<String> ADDED_FOR_AZURE = Set.of(
            "ProviderConfig.spec.azure.authorityHost: field",
            "ProviderConfig.spec.azure.availabilitySet: field",
            "ProviderConfig.spec.azure.diskType: field",
            "ProviderConfig.spec.azure.endpoint: field",
            "ProviderConfig.spec.azure.identity: field",
            "ProviderConfig.spec.azure.imageID: field",
            "ProviderConfig.spec.azure.securityGroupName: field",
            "ProviderConfig.spec.azure.publicAddress: field",
            "ProviderConfig.spec.azure.vnetResourceGroup: field",
            "ProviderConfig.spec.azure.zones: field");

    /** Kinds that the existing platform does not have. */
    private static final List<String> ONLY_OURS = List.of("BackupSchedule");

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @Test
    void acceptsEveryObjectOfTheExistingPlatform() throws IOException {
        Map<String, JsonNode> theirs = definitions(oracles());
        Map<String, JsonNode> ours = definitions(CrdFiles.FOLDER);
        assertThat(ours.keySet()).containsAll(theirs.keySet());
        assertThat(ours.keySet()).filteredOn(kind -> !theirs.containsKey(kind)).isEqualTo(ONLY_OURS);

        SchemaComparison comparison = new SchemaComparison();
        theirs.forEach((kind, crd) -> compare(comparison, kind, ours.get(kind), crd));

        System.out.printf("Compared %d kinds, %d fields.%n", theirs.size(), comparison.fields());
        assertThat(unexpected(comparison.differences())).isEmpty();
        assertThat(INTENDED.keySet())
                .as("intended differences that no longer exist")
                .isSubsetOf(comparison.differences().stream()
                        .map(CrdCompatibilityTest::key)
                        .toList());
    }

    private static void compare(SchemaComparison comparison, String kind, JsonNode ours, JsonNode theirs) {
        JsonNode ourVersion = ours.at("/spec/versions/0");
        JsonNode theirVersion = theirs.at("/spec/versions/0");
        comparison.compare(kind, ourVersion.at("/schema/openAPIV3Schema"), theirVersion.at("/schema/openAPIV3Schema"));
        compareExactly(
                comparison, kind, ours, theirs, Set.of("/metadata/name", "/spec/group", "/spec/names", "/spec/scope"));
        assertThat(theirs.at("/spec/versions")).hasSize(1);
        assertThat(ours.at("/spec/versions")).hasSize(1);
        compareExactly(
                comparison,
                kind,
                ourVersion,
                theirVersion,
                Set.of(
                        "/name",
                        "/served",
                        "/storage",
                        "/additionalPrinterColumns",
                        "/subresources/status",
                        "/subresources/scale"));
    }

    private static void compareExactly(
            SchemaComparison comparison, String kind, JsonNode ours, JsonNode theirs, Set<String> pointers) {
        pointers.stream()
                .filter(pointer -> !ours.at(pointer).equals(theirs.at(pointer)))
                .map(pointer -> new Difference(kind, pointer, ours.at(pointer), theirs.at(pointer)))
                .forEach(comparison.differences()::add);
    }

    private static List<Difference> unexpected(List<Difference> differences) {
        return differences.stream()
                .filter(difference -> !isIntended(difference))
                .toList();
    }

    /** Only a wider schema can be intended. */
    private static boolean isIntended(Difference difference) {
        return isWider(difference)
                && (INTENDED.containsKey(key(difference))
                        || ADDED_FOR_AWS.contains(key(difference))
                        || ADDED_FOR_AZURE.contains(key(difference)));
    }

    /** Open or with more values where theirs is closed, a format where theirs has none, a higher limit, nothing required, or a field more. */
    private static boolean isWider(Difference difference) {
        return switch (difference.keyword()) {
            case "required" -> difference.ours().isEmpty();
            case "enum" ->
                difference.ours().isMissingNode() || values(difference.ours()).containsAll(values(difference.theirs()));
            case "field" -> difference.theirs().isMissingNode();
            case "maximum" -> difference.ours().asInt() > difference.theirs().asInt();
            default ->
                difference.theirs().isMissingNode()
                        && difference.ours().asText().equals("int64");
        };
    }

    private static Set<JsonNode> values(JsonNode list) {
        return list.valueStream().collect(Collectors.toSet());
    }

    private static String key(Difference difference) {
        return difference.path() + ": " + difference.keyword();
    }

    private static Map<String, JsonNode> definitions(Path folder) throws IOException {
        Map<String, JsonNode> definitions = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                JsonNode crd = YAML.readTree(file.toFile());
                definitions.put(crd.at("/spec/names/kind").asText(), crd);
            }
        }
        return definitions;
    }

    private static Path oracles() {
        Path folder = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElse(CrdFiles.projectRoot().resolve("../shared/oracles"))
                .resolve("crds/butler");
        assumeTrue(Files.isDirectory(folder), "no CRDs of the existing platform at " + folder);
        return folder;
    }
}
