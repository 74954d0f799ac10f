package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the plan of a bootstrap and its resources, without the values of Secrets. */
final class BootstrapDryRun {
    private final OutputPrinter printer;
    private final KubernetesSerialization serialization = ObjectSerialization.plain();

    BootstrapDryRun(OutputPrinter printer) {
        this.printer = printer;
    }

    void print(BootstrapPlan plan) {
        BootstrapManifests resources = plan.resources();
        BootstrapPreview outline = BootstrapPreview.of(plan);
        List<HasMetadata> all = Stream.concat(resources.first().stream(), resources.last().stream())
                .map(BootstrapDryRun::shown)
                .toList();
        if (printer.format() == OutputFormat.JSON || printer.format() == OutputFormat.TEMPLATE) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("plan", BootstrapPreviewText.document(outline));
            document.put(
                    "resources",
                    all.stream()
                            .map(object -> serialization.convertValue(object, Map.class))
                            .toList());
            printer.document(document);
            return;
        }
        if (printer.format() == OutputFormat.NAME) {
            all.forEach(object -> printer.out()
                    .println(object.getKind() + "/" + object.getMetadata().getName()));
            return;
        }
        BootstrapPreviewText.lines(outline).forEach(line -> printer.out().println(("# " + line).stripTrailing()));
        OutputPrinter yaml = new OutputPrinter(printer.out(), OutputFormat.YAML, printer.headers(), printer.ink());
        for (HasMetadata object : all) {
            printer.out().println("---");
            yaml.document(serialization.convertValue(object, Map.class));
        }
    }

    private static HasMetadata shown(HasMetadata object) {
        if (object instanceof Secret secret) {
            return new SecretBuilder(secret)
                    .withData(hidden(secret.getData()))
                    .withStringData(hidden(secret.getStringData()))
                    .build();
        }
        return object;
    }

    private static Map<String, String> hidden(Map<String, String> values) {
        return Objects.requireNonNullElse(values, Map.<String, String>of()).keySet().stream()
                .collect(Collectors.toMap(key -> key, key -> "(hidden)"));
    }
}
