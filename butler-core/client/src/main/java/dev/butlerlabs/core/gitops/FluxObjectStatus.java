package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of one object.
 *
 * @param isOwned whether it exists and Butler created it
 * @param problem what is wrong, with what to do; empty if nothing is
 * @param content the stored object; empty if it does not exist. It is not printed, since a Secret is one of the objects.
 */
public record FluxObjectStatus(FluxResource object, boolean isOwned, Optional<String> problem, UntypedTree content) {
    public FluxObjectStatus {
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(content, "content");
    }

    /** @param fetched the revision that the GitRepository has fetched */
    static FluxObjectStatus of(FluxResource type, Optional<UntypedTree> found, Optional<String> fetched) {
        boolean owned = found.filter(FluxObjectRepository::isOwned).isPresent();
        return new FluxObjectStatus(type, owned, problem(type, found, owned, fetched), found.orElse(UntypedTree.EMPTY));
    }

    private static Optional<String> problem(
            FluxResource type, Optional<UntypedTree> found, boolean owned, Optional<String> fetched) {
        if (found.isEmpty()) {
            return Optional.of("does not exist; run the enable command again");
        }
        if (!owned) {
            return Optional.of("was not created by Butler");
        }
        if (!type.isCustom()) {
            return Optional.empty();
        }
        UntypedTree object = found.get();
        if (object.has("metadata.deletionTimestamp")) {
            return Optional.of("is being deleted; waiting for Flux");
        }
        if (object.isTrue("spec.suspend")) {
            return Optional.of("is suspended; resume it with flux resume");
        }
        return conditionProblem(object).or(() -> revisionProblem(type, object, fetched));
    }

    private static Optional<String> conditionProblem(UntypedTree object) {
        Optional<UntypedTree> ready = ready(object);
        if (ready.isEmpty()) {
            return Optional.of("has no status yet; check that Flux is running");
        }
        String message = ready.get().anyText("message");
        return switch (ready.get().anyText("status")) {
            case "True" -> isOutdated(object) ? Optional.of("the last change is not processed yet") : Optional.empty();
            case "False" -> Optional.of("%s: %s".formatted(ready.get().anyText("reason"), message));
            default -> Optional.of(message.isEmpty() ? "reconciliation in progress" : message);
        };
    }

    private static boolean isOutdated(UntypedTree object) {
        Optional<Number> observed = object.number("status.observedGeneration");
        Optional<Number> current = object.number("metadata.generation");
        return observed.isPresent()
                && current.isPresent()
                && observed.get().longValue() < current.get().longValue();
    }

    private static Optional<String> revisionProblem(FluxResource type, UntypedTree object, Optional<String> fetched) {
        Optional<String> applied = object.text("status.lastAppliedRevision");
        return type == FluxResource.KUSTOMIZATION && fetched.isPresent() && !applied.equals(fetched)
                ? Optional.of("revision %s is fetched but not applied yet".formatted(fetched.get()))
                : Optional.empty();
    }

    private static Optional<UntypedTree> ready(UntypedTree object) {
        return object.items("status.conditions").stream()
                .filter(condition -> condition.anyText("type").equals("Ready"))
                .findFirst();
    }

    /** Returns the status of the Ready condition: True, False or Unknown; empty if there is none. */
    public Optional<String> ready() {
        return ready(content).map(condition -> condition.anyText("status"));
    }

    /** Returns the revision that was fetched or applied. */
    public Optional<String> revision() {
        return object == FluxResource.KUSTOMIZATION
                ? content.text("status.lastAppliedRevision")
                : content.text("status.artifact.revision");
    }

    /** Returns when the revision was fetched or the state of the object changed last. */
    public Optional<String> updated() {
        return content.text("status.artifact.lastUpdateTime")
                .or(() -> ready(content).flatMap(condition -> condition.text("lastTransitionTime")));
    }

    /** Returns a text of the spec. */
    public Optional<String> spec(String path) {
        return content.at("spec").text(path);
    }

    /** Returns the ids of the objects that Flux applied, in its form {@code namespace_name_group_Kind}. */
    public List<String> inventory() {
        return content.items("status.inventory.entries").stream()
                .map(entry -> entry.anyText("id"))
                .toList();
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", object.kind());
        document.put("namespace", FluxResource.NAMESPACE);
        document.put("name", object.objectName());
        document.put("exists", content.value() != null);
        document.put("ownedByButler", isOwned);
        ready().ifPresent(status -> document.put("ready", status));
        revision().ifPresent(revision -> document.put("revision", revision));
        updated().ifPresent(time -> document.put("updated", time));
        problem.ifPresent(text -> document.put("problem", text));
        if (object == FluxResource.KUSTOMIZATION && content.value() != null) {
            document.put("prune", content.isTrue("spec.prune"));
            document.put("appliedObjects", inventory().size());
        }
        return document;
    }
}
