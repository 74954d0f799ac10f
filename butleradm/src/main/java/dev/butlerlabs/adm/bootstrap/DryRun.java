package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.config.bootstrap.BootstrapResources;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the resources a file becomes; the values of Secrets are left out. */
final class DryRun {
    private final Printer printer;
    private final KubernetesSerialization serialization = new KubernetesSerialization();

    DryRun(Printer printer) {
        this.printer = printer;
    }

    void print(BootstrapResources resources) {
        List<HasMetadata> all = Stream.concat(resources.first().stream(), resources.last().stream())
                .map(DryRun::shown)
                .toList();
        if (printer.format() == OutputFormat.JSON) {
            printer.document(all.stream()
                    .map(object -> serialization.convertValue(object, Map.class))
                    .toList());
            return;
        }
        if (printer.format() == OutputFormat.NAME) {
            all.forEach(object -> printer.out()
                    .println(object.getKind() + "/" + object.getMetadata().getName()));
            return;
        }
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
