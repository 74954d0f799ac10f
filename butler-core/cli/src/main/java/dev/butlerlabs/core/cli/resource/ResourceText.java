package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.identity.FactPrinter;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints any object for people: metadata, spec, status and conditions. */
public final class ResourceText {
    private ResourceText() {}

    /**
     * Prints an object.
     *
     * @param layout provides the tree of the object
     */
    public static <T extends HasMetadata> void print(
            OutputPrinter printer, TableLayout<T> layout, T object, Instant now) {
        FactPrinter facts = new FactPrinter(printer);
        Map<String, Object> tree = layout.document().apply(object);
        facts.fact("Name", object.getMetadata().getName());
        facts.fact("Namespace", object.getMetadata().getNamespace());
        facts.fact("Labels", labels(object));
        facts.fact(
                "Age",
                AgeFormatter.between(
                        Optional.ofNullable(object.getMetadata().getCreationTimestamp())
                                .map(Instant::parse),
                        now));
        section(printer, "Spec", tree.get("spec"));
        Map<String, Object> status = new LinkedHashMap<>(map(tree.get("status")));
        Object conditions = status.remove("conditions");
        section(printer, "Status", status);
        facts.table(
                "Conditions",
                conditions instanceof List<?> list
                        ? list.stream().map(ResourceText::map).toList()
                        : List.of(),
                List.of(field("type"), field("status"), field("reason"), field("message")));
    }

    private static String labels(HasMetadata object) {
        return new TreeMap<>(Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of()))
                .entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static void section(OutputPrinter printer, String title, Object tree) {
        if (!map(tree).isEmpty()) {
            printer.text().println();
            printer.text().println(title + ":");
            printer.text().print(YamlTextWriter.of(tree).indent(2));
        }
    }

    private static Column<Map<String, Object>> field(String name) {
        return Column.of(
                name,
                condition -> Optional.ofNullable(condition.get(name))
                        .map(String::valueOf)
                        .filter(text -> !text.isBlank())
                        .orElse("-"));
    }

    private static Map<String, Object> map(Object tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        }
        return copy;
    }
}
