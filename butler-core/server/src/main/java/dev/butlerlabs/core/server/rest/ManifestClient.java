package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.server.rest.PlatformRequests.ResourceManifest;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates and changes resources of Butler from manifests as the user. Only names, labels, annotations and the spec are taken from them. */
final class ManifestClient<T extends CustomResource<?, ?>> {
    private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

    private final KubernetesClient client;
    private final Class<T> type;

    ManifestClient(KubernetesClient client, Class<T> type) {
        this.client = client;
        this.type = type;
    }

    /**
     * Returns the object of a manifest.
     *
     * @throws ButlerException with every problem of its header
     */
    T object(ResourceManifest manifest) {
        List<InputProblem> problems = new ArrayList<>();
        UntypedTree metadata = UntypedTree.of(manifest.metadata());
        require("apiVersion", manifest.apiVersion().equals(ApiGroup.NAME + "/" + ApiGroup.VERSION), problems);
        require("kind", manifest.kind().equals(HasMetadata.getKind(type)), problems);
        require("metadata.name", metadata.text("name").orElse("").matches(NAME), problems);
        require("metadata.namespace", metadata.text("namespace").orElse("").matches(NAME), problems);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid %s:".formatted(HasMetadata.getKind(type)), problems);
        }
        return convert(manifest, metadata);
    }

    private static void require(String path, boolean holds, List<InputProblem> problems) {
        if (!holds) {
            problems.add(new InputProblem(path, "is not valid"));
        }
    }

    private T convert(ResourceManifest manifest, UntypedTree metadata) {
        Map<String, Object> kept = new LinkedHashMap<>();
        for (String field : List.of("name", "namespace", "labels", "annotations")) {
            metadata.find(field).ifPresent(value -> kept.put(field, value));
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", manifest.apiVersion());
        tree.put("kind", manifest.kind());
        tree.put("metadata", kept);
        tree.put("spec", manifest.spec());
        try {
            return client.getKubernetesSerialization().convertValue(tree, type);
        } catch (IllegalArgumentException e) {
            throw ButlerException.invalid(
                    "Invalid %s:".formatted(manifest.kind()),
                    List.of(new InputProblem("spec", "cannot be read: " + rootMessage(e))));
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return Optional.ofNullable(root.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse(root.getClass().getSimpleName());
    }

    T create(T object) {
        return KubeErrorMapper.translating(
                client,
                "creating %s %s".formatted(object.getKind(), ObjectName.from(object)),
                () -> client.resource(object).create());
    }

    /** Replaces the spec; other changes since the resourceVersion of the manifest, if it has one, are a conflict. */
    T replaceSpec(ObjectName name, ResourceManifest manifest) {
        T object = object(manifest);
        if (!ObjectName.from(object).equals(name)) {
            throw ButlerException.invalid(
                    "The manifest is of another object.",
                    List.of(new InputProblem("metadata.name", "must be " + name)));
        }
        object.getMetadata()
                .setResourceVersion(UntypedTree.of(manifest.metadata())
                        .text("resourceVersion")
                        .orElse(null));
        return KubeErrorMapper.translating(
                client,
                "changing %s %s".formatted(object.getKind(), name),
                () -> client.resource(object).update());
    }
}
