package dev.butlerlabs.core.support;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Adds redacted entries to a bundle. A source that cannot be read is listed in {@code errors.txt} and does not prevent the others. Not
 * thread-safe.
 */
public final class BundleCollection {
    private final KubernetesSerialization serialization = ObjectSerialization.plain();
    private final BundleWriter writer;
    private final BundleRedactor redactor;
    private final List<String> errors = new ArrayList<>();
    private int entries;

    public BundleCollection(BundleWriter writer, BundleRedactor redactor) {
        this.writer = writer;
        this.redactor = redactor;
    }

    /** Adds Kubernetes objects as YAML documents. */
    public void objects(String path, Supplier<? extends List<?>> source) {
        text(path, () -> {
            StringBuilder yaml = new StringBuilder();
            for (Object object : source.get()) {
                Map<String, Object> tree = serialization.unmarshal(
                        serialization.asYaml(object), new TypeReference<Map<String, Object>>() {});
                yaml.append(serialization.asYaml(redactor.tree(tree)));
            }
            return yaml.toString();
        });
    }

    /** Adds a text; an empty one is omitted. */
    public void text(String path, Supplier<String> source) {
        try {
            String clean = redactor.text(source.get());
            if (!clean.isEmpty()) {
                writer.add(path, clean);
                entries++;
            }
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.CANCELLED || e.kind() == ErrorKind.ENVIRONMENT) {
                throw e;
            }
            failed(path, e.getMessage());
        }
    }

    public void failed(String path, String reason) {
        errors.add("%s: %s".formatted(path, redactor.text(reason)));
    }

    /** Adds the list of failed sources, if there are any. */
    public void addErrors() {
        if (!errors.isEmpty()) {
            writer.add("errors.txt", String.join("\n", errors) + "\n");
        }
    }

    public List<String> errors() {
        return List.copyOf(errors);
    }

    public int entries() {
        return entries;
    }
}
