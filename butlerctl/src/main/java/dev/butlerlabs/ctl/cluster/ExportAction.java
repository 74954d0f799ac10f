package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantExporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes TenantClusters to standard output, to one file, or to one file per cluster in a directory. */
record ExportAction(CommandContext session, DestinationOptions destination, boolean status) {
    void one(KubernetesClient client, ObjectName name, Optional<String> renamed) {
        Map<String, Object> tree = export(new TenantClusterClient(client).tree(name));
        String text =
                text(List.of(renamed.map(as -> TenantExporter.renamed(tree, as)).orElse(tree)));
        Optional<Path> file = path();
        if (file.isEmpty()) {
            session.terminal().out().print(text);
        } else {
            destination.checkFree(List.of(file.get()));
            write(file.get(), text);
        }
    }

    void all(KubernetesClient client, Optional<String> namespace) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        Map<String, Map<String, Object>> exported = new LinkedHashMap<>();
        DecodedList<TenantCluster> listed = clusters.list(namespace);
        Stream.concat(
                        listed.items().stream().map(ObjectName::from),
                        // Undecodable clusters are exported as stored, so that the user can correct them in the file.
                        listed.undecodable().stream().map(UndecodableObject::name))
                .sorted(Comparator.comparing(ObjectName::toString))
                .forEach(name -> clusters.findTree(name)
                        .ifPresent(tree -> exported.put(fileName(name, namespace), export(tree))));
        path().ifPresentOrElse(
                        folder -> files(folder, exported),
                        () -> session.terminal().out().print(text(List.copyOf(exported.values()))));
    }

    private static String fileName(ObjectName name, Optional<String> namespace) {
        return (namespace.isPresent() ? "" : name.namespace().orElse("") + "-") + name.name();
    }

    private Map<String, Object> export(Map<String, Object> stored) {
        Map<String, Object> exported = TenantExporter.of(stored);
        return status ? TenantExporter.withStatus(exported, stored) : exported;
    }

    private void files(Path folder, Map<String, Map<String, Object>> exported) {
        String ending = destination.format() == OutputFormat.JSON ? ".json" : ".yaml";
        destination.checkFree(exported.keySet().stream()
                .map(name -> folder.resolve(name + ending))
                .toList());
        exported.forEach((name, tree) -> write(folder.resolve(name + ending), text(List.of(tree))));
    }

    private String text(List<Map<String, Object>> trees) {
        if (destination.format() == OutputFormat.JSON) {
            return JsonTextWriter.pretty(trees.size() == 1 ? trees.getFirst() : list(trees)) + "\n";
        }
        return String.join("---\n", trees.stream().map(YamlTextWriter::of).toList());
    }

    private static Map<String, Object> list(List<Map<String, Object>> trees) {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put("kind", "List");
        list.put("items", trees);
        return list;
    }

    private Optional<Path> path() {
        return destination.path().filter(path -> !path.toString().equals("-"));
    }

    /** The file contains no secret, so it gets the default permissions. */
    private static void write(Path file, String text) {
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot write %s.".formatted(file), e);
        }
    }
}
