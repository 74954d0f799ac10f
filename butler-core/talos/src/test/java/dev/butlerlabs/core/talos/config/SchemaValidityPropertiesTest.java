package dev.butlerlabs.core.talos.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.opentest4j.TestAbortedException;

/** Whatever the options, the documents fit the schema that Talos publishes for the version. */
@Tag("slow")
class SchemaValidityPropertiesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, JsonNode> SCHEMAS = new HashMap<>();
    private static final Map<String, JsonSchema> COMPILED = new HashMap<>();

    @Property(tries = 300)
    @AddLifecycleHook(OraclesNeeded.class)
    void everyDocumentFitsTheSchemaOfItsVersion(
            @ForAll("options") MachineClusterOptions options,
            @ForAll("nodes") MachineNodeOptions node,
            @ForAll MachineType type) {
        MachineConfiguration configuration =
                new ConfigurationGenerator(options, Secrets.OF_ORACLE).generate(type, node);
        for (Map<String, Object> document : configuration.documents()) {
            assertThat(schema(options.contract(), document).validate(bridged(document)))
                    .as("%s of %s for %s", DocumentId.of(document), type, options)
                    .isEmpty();
        }
        MachineConfiguration again =
                MachineConfiguration.parse("again", configuration.yaml(), Optional.of(options.contract()));
        assertThat(again.documents()).isEqualTo(configuration.documents());
        assertThat(ConfigurationValidator.validate(again, RunMode.CLOUD, Optional.empty())
                        .problems())
                .isEmpty();
    }

    /** Read when the first try needs them, which does not happen without the oracles. */
    private static final class Secrets {
        private static final SecretsBundle OF_ORACLE = SecretsBundle.parse(
                "secrets.yaml",
                TalosOracles.text(TalosOracles.folder("generate").resolve("secrets.yaml")));
    }

    /** Skips the property as a whole: an assumption within it would reject one try after the other and fail in the end. */
    static final class OraclesNeeded implements SkipExecutionHook {
        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            try {
                TalosOracles.folder("generate");
                return SkipResult.doNotSkip();
            } catch (TestAbortedException absent) {
                return SkipResult.skip(absent.getMessage());
            }
        }
    }

    /** The field that says whether the configuration is kept is in none of the schemas, kernel arguments not in all. */
    private static JsonNode bridged(Map<String, Object> document) {
        ObjectNode node = JSON.valueToTree(document);
        node.remove("persist");
        if (node.at("/machine/install") instanceof ObjectNode install) {
            install.remove("extraKernelArgs");
        }
        return node;
    }

    private static JsonSchema schema(VersionContract contract, Map<String, Object> document) {
        String kind = DocumentId.of(document).kind();
        return COMPILED.computeIfAbsent(contract + "/" + kind, key -> {
            ObjectNode schema = load(contract).deepCopy();
            schema.remove("oneOf");
            schema.put("$ref", "#/$defs/" + definition(schema, kind));
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(schema);
        });
    }

    private static String definition(JsonNode schema, String kind) {
        if (kind.isEmpty()) {
            return "v1alpha1.Config";
        }
        for (Map.Entry<String, JsonNode> definition : schema.path("$defs").properties()) {
            JsonNode named = definition.getValue().at("/properties/kind/enum");
            if (named instanceof ArrayNode words
                    && (words.get(0).asText() + "Config").startsWith(kind)
                    && kind.startsWith(words.get(0).asText())) {
                // The schema of 1.14 calls this one kind by a shorter name than Talos does.
                ((ArrayNode) named).removeAll().add(kind);
                return definition.getKey();
            }
        }
        throw new AssertionError("the schema has no " + kind);
    }

    private static JsonNode load(VersionContract contract) {
        return SCHEMAS.computeIfAbsent(contract.toString(), version -> {
            try {
                return JSON.readTree(TalosOracles.folder("schemas")
                        .resolve("config.schema." + version + ".json")
                        .toFile());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Provide
    Arbitrary<MachineClusterOptions> options() {
        Arbitrary<MachineClusterOptionsBuilder> shape = Combinators.combine(
                        Arbitraries.integers().between(8, 14),
                        cni(),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(0, 7445, 7000),
                        Arbitraries.of(0, 6443, 5443))
                .as((minor, cni, proxy, scheduling, exclude, discovery, prism, port) ->
                        MachineClusterOptionsBuilder.builder()
                                .clusterName("random")
                                .endpoint("https://10.5.0.2:6443")
                                .contract(new VersionContract(1, minor))
                                .cni(cni)
                                .kubeProxy(proxy)
                                .allowSchedulingOnControlPlanes(scheduling)
                                .excludeFromLoadBalancers(exclude)
                                .discovery(discovery)
                                .kubePrismPort(OptionalInt.of(prism))
                                .apiServerPort(port == 0 ? OptionalInt.empty() : OptionalInt.of(port)));
        return Combinators.combine(shape, installation(), names(), words(), mirrors(), names(), shared())
                .as((builder, installation, sans, sysctls, mirrors, servers, shared) -> builder.installation(
                                installation)
                        .additionalSans(sans)
                        .sysctls(sysctls)
                        .registryMirrors(mirrors)
                        .timeServers(servers)
                        .nameservers(servers.isEmpty() ? List.of() : List.of("9.9.9.9"))
                        .sharedAddress(shared)
                        .podSubnets(servers.size() > 1 ? List.of("10.1.0.0/16", "fd00::/56") : List.of())
                        .build());
    }

    @Provide
    Arbitrary<MachineNodeOptions> nodes() {
        Arbitrary<List<DataDisk>> disks = Arbitraries.of(
                List.of(),
                List.of(new DataDisk("data", "/dev/vdb")),
                List.of(new DataDisk("data", "/dev/vdb"), new DataDisk("logs", "/dev/vdc")));
        return Combinators.combine(
                        Arbitraries.of("", "node-1")
                                .map(name -> name.isEmpty() ? Optional.<String>empty() : Optional.of(name)),
                        words(),
                        words(),
                        Arbitraries.of(Map.of(), Map.of("dedicated", "db:NoSchedule")),
                        disks)
                .as((hostname, labels, annotations, taints, extra) ->
                        new MachineNodeOptions(hostname, labels, annotations, Map.copyOf(texts(taints)), extra));
    }

    private static Map<String, String> texts(Map<?, ?> map) {
        Map<String, String> result = new HashMap<>();
        map.forEach((key, value) -> result.put(key.toString(), value.toString()));
        return result;
    }

    private static Arbitrary<Cni> cni() {
        return Arbitraries.of(
                new Cni.Flannel(),
                new Cni.None(),
                new Cni.Custom(List.of("https://example.com/a.yaml", "https://example.com/b.yaml")));
    }

    private static Arbitrary<Installation> installation() {
        return Combinators.combine(
                        Arbitraries.of("", "/dev/vda"),
                        Arbitraries.of("", "factory.talos.dev/metal-installer/abc:v1.13.0"),
                        names())
                .as((disk, image, arguments) -> new Installation(filled(disk), filled(image), arguments));
    }

    private static Optional<String> filled(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static Arbitrary<List<String>> names() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .ofMinLength(1)
                .ofMaxLength(8)
                .list()
                .ofMaxSize(3)
                .uniqueElements();
    }

    private static Arbitrary<Map<String, String>> words() {
        Arbitrary<String> word =
                Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(6);
        return Arbitraries.maps(word, word).ofMaxSize(3);
    }

    private static Arbitrary<Map<String, List<String>>> mirrors() {
        return Arbitraries.of(
                Map.of(),
                Map.of("ghcr.io", List.of("https://mirror.example.com")),
                Map.of(
                        "ghcr.io",
                        List.of("https://a.example.com", "https://b.example.com"),
                        "docker.io",
                        List.of("https://c.example.com")));
    }

    private static Arbitrary<Optional<VirtualIpAddress>> shared() {
        return Arbitraries.of(Optional.empty(), Optional.of(new VirtualIpAddress("10.5.0.2", "eth0")));
    }
}
