package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.Outline;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.config.bootstrap.BootstrapResources;
import dev.butlerlabs.core.kube.Serializations;
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
final class DryRun {
    private final Printer printer;
    private final KubernetesSerialization serialization = Serializations.plain();

    DryRun(Printer printer) {
        this.printer = printer;
    }

    void print(BootstrapPlan plan) {
        BootstrapResources resources = plan.resources();
        Outline outline = Outline.of(plan);
        List<HasMetadata> all = Stream.concat(resources.first().stream(), resources.last().stream())
                .map(DryRun::shown)
                .toList();
        if (printer.format() == OutputFormat.JSON) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("plan", OutlineText.document(outline));
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
        OutlineText.lines(outline).forEach(line -> printer.out().println(("# " + line).stripTrailing()));
        Printer yaml = new Printer(printer.out(), OutputFormat.YAML, printer.headers(), printer.ink());
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
