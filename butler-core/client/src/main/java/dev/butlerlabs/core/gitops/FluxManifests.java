package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.ServerSideApply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the objects that connect Flux to a Git repository. Fields with a default of the API have it explicitly, so that a stored object
 * equals the rendered one. Pure functions.
 */
final class FluxManifests {
    static final Map<String, String> LABELS = Map.of(Labels.MANAGED_BY, ServerSideApply.BUTLER, Labels.GITOPS, "true");

    private FluxManifests() {}

    static Map<String, Object> secret(Map<String, String> data) {
        Map<String, Object> secret = object(FluxResource.SECRET);
        secret.put("type", "Opaque");
        secret.put("data", new LinkedHashMap<>(data));
        return secret;
    }

    /** @param secret the name of the Secret with the credentials */
    static Map<String, Object> gitRepository(GitRepositorySource source, Optional<String> secret) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("interval", duration(source.interval()));
        spec.put("ref", Map.of("branch", source.branch()));
        secret.ifPresent(name -> spec.put("secretRef", Map.of("name", name)));
        spec.put("timeout", "60s");
        spec.put("url", source.url());
        Map<String, Object> repository = object(FluxResource.GIT_REPOSITORY);
        repository.put("spec", spec);
        return repository;
    }

    static Map<String, Object> kustomization(GitRepositorySource source) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("force", false);
        spec.put("interval", "10m");
        spec.put("path", source.fluxPath());
        spec.put("prune", source.prune());
        spec.put(
                "sourceRef",
                Map.of("kind", FluxResource.GIT_REPOSITORY.kind(), "name", FluxResource.GIT_REPOSITORY.objectName()));
        Map<String, Object> kustomization = object(FluxResource.KUSTOMIZATION);
        kustomization.put("spec", spec);
        return kustomization;
    }

    private static Map<String, Object> object(FluxResource resource) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("namespace", FluxResource.NAMESPACE);
        metadata.put("name", resource.objectName());
        metadata.put("labels", LABELS);
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", resource.apiVersion());
        object.put("kind", resource.kind());
        object.put("metadata", metadata);
        return object;
    }

    /** Returns the form of Go, such as {@code 1m30s}. */
    static String duration(Duration duration) {
        StringBuilder text = new StringBuilder();
        if (duration.toHours() > 0) {
            text.append(duration.toHours()).append('h');
        }
        if (duration.toMinutesPart() > 0) {
            text.append(duration.toMinutesPart()).append('m');
        }
        if (duration.toSecondsPart() > 0 || text.isEmpty()) {
            text.append(duration.toSecondsPart()).append('s');
        }
        return text.toString();
    }
}
