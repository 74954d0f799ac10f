package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of the connection between a cluster and a Git repository. Immutable.
 *
 * @param objects the state of each object, those with a problem first
 */
public record GitOpsStatus(List<FluxObjectStatus> objects) {
    public GitOpsStatus {
        objects = List.copyOf(objects);
    }

    static GitOpsStatus of(Map<FluxResource, UntypedTree> found) {
        Optional<String> fetched = Optional.ofNullable(found.get(FluxResource.GIT_REPOSITORY))
                .flatMap(repository -> repository.text("status.artifact.revision"));
        boolean usesOwnSecret = Optional.ofNullable(found.get(FluxResource.GIT_REPOSITORY))
                .flatMap(repository -> repository.text("spec.secretRef.name"))
                .filter(FluxResource.SECRET.objectName()::equals)
                .isPresent();
        return new GitOpsStatus(Arrays.stream(FluxResource.values())
                // A public repository needs no Secret.
                .filter(type -> type != FluxResource.SECRET || usesOwnSecret || found.containsKey(type))
                .map(type -> FluxObjectStatus.of(type, Optional.ofNullable(found.get(type)), fetched))
                .sorted(Comparator.comparing(
                                (FluxObjectStatus status) -> status.problem().isEmpty())
                        .thenComparing(FluxObjectStatus::object))
                .toList());
    }

    /** Returns whether GitOps is enabled: the GitRepository and the Kustomization of Butler exist. */
    public boolean isEnabled() {
        return Stream.of(FluxResource.GIT_REPOSITORY, FluxResource.KUSTOMIZATION)
                .allMatch(type -> find(type).filter(FluxObjectStatus::isOwned).isPresent());
    }

    /** Returns whether Butler created none of the objects. */
    public boolean isDisabled() {
        return objects.stream().noneMatch(FluxObjectStatus::isOwned);
    }

    /** Returns a receipt for the objects of Butler that exist in this state and no longer in a later one, in the order of their deletion. */
    public List<FluxObjectChange> deletedSince(GitOpsStatus later) {
        return objects.stream()
                .filter(FluxObjectStatus::isOwned)
                .map(FluxObjectStatus::object)
                .filter(type -> later.find(type)
                        .filter(object -> object.content().value() != null)
                        .isEmpty())
                .sorted(Comparator.reverseOrder())
                .map(type -> new FluxObjectChange(type, FluxObjectChange.Outcome.DELETED))
                .toList();
    }

    public Optional<FluxObjectStatus> find(FluxResource type) {
        return objects.stream().filter(status -> status.object() == type).findFirst();
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("enabled", isEnabled());
        Optional<FluxObjectStatus> repository = find(FluxResource.GIT_REPOSITORY);
        repository.flatMap(status -> status.spec("url")).ifPresent(url -> document.put("repository", url));
        repository.flatMap(status -> status.spec("ref.branch")).ifPresent(branch -> document.put("branch", branch));
        find(FluxResource.KUSTOMIZATION)
                .flatMap(status -> status.spec("path"))
                .ifPresent(path -> document.put("path", path));
        document.put("objects", objects.stream().map(FluxObjectStatus::document).toList());
        return document;
    }
}
