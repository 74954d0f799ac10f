package dev.butlerlabs.core.cli.output;

import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Listings of Kubernetes objects, printed so that {@code kubectl apply -f -} accepts them. */
public final class ResourceTables {
    private ResourceTables() {}

    public static <T extends HasMetadata> TableLayout<T> listing(List<Column<T>> columns) {
        KubernetesSerialization serialization = ObjectSerialization.plain();
        return new TableLayout<>(
                columns, ResourceTables::name, resource -> document(serialization, resource), order(), listHeader());
    }

    /** Returns {@code tenantcluster.butler.butlerlabs.dev/demo}, or {@code secret/demo} for the core group. */
    static String name(HasMetadata resource) {
        String apiVersion = resource.getApiVersion();
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        return resource.getKind().toLowerCase(Locale.ROOT) + group + "/"
                + resource.getMetadata().getName();
    }

    private static <T extends HasMetadata> Comparator<T> order() {
        return Comparator.<T, String>comparing(resource ->
                        Objects.requireNonNullElse(resource.getMetadata().getNamespace(), ""))
                .thenComparing(resource -> resource.getMetadata().getName());
    }

    private static Map<String, Object> listHeader() {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("apiVersion", "v1");
        header.put("kind", "List");
        return header;
    }

    /** Returns the stored object without managed fields, which the server would reject on apply. */
    private static Map<String, Object> document(KubernetesSerialization serialization, HasMetadata resource) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", resource.getApiVersion());
        document.put("kind", resource.getKind());
        Map<?, ?> fields = serialization.convertValue(resource, Map.class);
        fields.forEach((key, value) -> document.put(String.valueOf(key), value));
        if (document.get("metadata") instanceof Map<?, ?> metadata) {
            Map<Object, Object> kept = new LinkedHashMap<>(metadata);
            kept.remove("managedFields");
            document.put("metadata", kept);
        }
        return document;
    }
}
