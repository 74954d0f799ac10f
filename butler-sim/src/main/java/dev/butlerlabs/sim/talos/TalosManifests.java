package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The Kubernetes objects that Talos creates when they do not exist. The version of CoreDNS follows that of Talos. */
public final class TalosManifests {
    private static final String TEXT = read();
    private static final int OLDEST = 8;
    /** The versions of CoreDNS of Talos 1.8 and newer. */
    private static final List<String> COREDNS =
            List.of("v1.11.3", "v1.12.0", "v1.12.1", "v1.12.2", "v1.13.2", "v1.14.2", "v1.14.7");

    private TalosManifests() {}

    /** Returns the objects that a control plane machine creates. */
    public static List<Map<String, Object>> requiredBy(SimulatedNode node) {
        return of(node.release()).values().stream().flatMap(List::stream).toList();
    }

    /** Returns the objects by the id of the resource that lists them. */
    static SequencedMap<String, List<Map<String, Object>>> of(TalosRelease release) {
        UntypedTree all = UntypedTree.of(YamlValueConverter.of(
                YamlParser.parse(TEXT.replace("COREDNS", coreDns(release)), YamlLimits.CONFIGURATION)
                        .getFirst()));
        SequencedMap<String, List<Map<String, Object>>> manifests = new TreeMap<>();
        all.copy()
                .keySet()
                .forEach(id -> manifests.put(
                        id, all.items(id).stream().map(UntypedTree::copy).toList()));
        return manifests;
    }

    private static String coreDns(TalosRelease release) {
        return COREDNS.get(Math.clamp(release.minor() - OLDEST, 0, COREDNS.size() - 1));
    }

    private static String read() {
        try (InputStream file = TalosManifests.class.getResourceAsStream("manifests.yaml")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the wire form of the resource: each item has the object in field 1. */
    static ByteString encoded(List<Map<String, Object>> objects) {
        return MessageEncoder.encode(output -> {
            for (Map<String, Object> object : objects) {
                output.writeBytes(
                        1,
                        MessageEncoder.encode(
                                item -> item.writeMessage(1, value(object).getStructValue())));
            }
        });
    }

    private static Value value(Object tree) {
        Value.Builder value = Value.newBuilder();
        switch (tree) {
            case Map<?, ?> map -> {
                Struct.Builder fields = Struct.newBuilder();
                map.forEach((key, entry) -> fields.putFields(key.toString(), value(entry)));
                value.setStructValue(fields);
            }
            case List<?> list -> {
                ListValue.Builder items = ListValue.newBuilder();
                list.forEach(item -> items.addValues(value(item)));
                value.setListValue(items);
            }
            case Number number -> value.setNumberValue(number.doubleValue());
            case Boolean truth -> value.setBoolValue(truth);
            case null -> value.setNullValue(NullValue.NULL_VALUE);
            default -> value.setStringValue(tree.toString());
        }
        return value.build();
    }
}
