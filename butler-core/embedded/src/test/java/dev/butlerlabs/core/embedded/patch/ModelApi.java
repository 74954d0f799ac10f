package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonPatch;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The least an API server does around the patches under test: defaults, pruning, validation, the status apart. */
final class ModelApi implements GadgetApi {
    private static final FieldTypes TYPES = Gadgets.SCHEMA.types();

    private final String name;
    private Optional<ObjectNode> live = Optional.empty();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    ModelApi(String name) {
        this.name = name;
    }

    @Override
    public Answer send(Step step) {
        now = now.plusSeconds(1);
        try {
            return switch (step.verb()) {
                case APPLY -> apply(step);
                case UPDATE -> step.subresource().isEmpty() || live.isPresent() ? update(step) : notFound();
                case MERGE, JSON -> live.isPresent() ? patch(step, live.get()) : notFound();
            };
        } catch (PatchException refused) {
            int status = refused.kind().status();
            return status == 422 ? invalid() : Answer.refusal(status, refused.getMessage(), List.of());
        }
    }

    private Answer notFound() {
        return Answer.refusal(404, "gadgets.patch.butler.test \"" + name + "\" not found", List.of());
    }

    /** What exactly is wrong with a value is not the business of the patches under test. */
    private static Answer invalid() {
        return Answer.refusal(422, "", List.of());
    }

    private Answer apply(Step step) throws PatchException {
        if (live.isEmpty() && !step.subresource().isEmpty()) {
            return notFound();
        }
        ObjectNode applied = Gadgets.gadget(name, step.body());
        return switch (ServerSideApplyPatch.apply(live, applied, options(step), TYPES, now)) {
            case ServerSideApplyResult.Applied(ObjectNode object) ->
                Gadgets.SCHEMA.validate(object).isEmpty() ? store(completed(object), step) : invalid();
            case ServerSideApplyResult.Conflicts conflicts ->
                Answer.refusal(
                        409,
                        conflicts.message(),
                        conflicts.conflicts().stream()
                                .map(conflict -> conflict.message() + " at " + conflict.path())
                                .toList());
        };
    }

    private Answer update(Step step) {
        ObjectNode sent = live.map(step::replacing).orElseGet(() -> Gadgets.gadget(name, step.body()));
        return write(sent, step);
    }

    private Answer patch(Step step, ObjectNode before) throws PatchException {
        JsonNode patched = step.verb() == Step.Verb.MERGE
                ? MergePatch.apply(before, step.body())
                : JsonPatch.apply(before, step.body());
        return write((ObjectNode) patched, step);
    }

    private Answer write(ObjectNode sent, Step step) {
        return store(ManagedFields.update(live, completed(sent), options(step), TYPES, now), step);
    }

    private static ApplyOptions options(Step step) {
        ResetFields reset = step.subresource().isEmpty() ? ResetFields.STATUS : ResetFields.SPEC;
        return new ApplyOptions(step.manager(), step.force(), step.subresource(), Gadgets.API_VERSION, reset);
    }

    private static ObjectNode completed(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        List.of("labels", "annotations", "finalizers").stream()
                .filter(part -> copy.path("metadata").path(part).isEmpty())
                .forEach(((ObjectNode) copy.get("metadata"))::remove);
        Gadgets.SCHEMA.prune(copy);
        Gadgets.SCHEMA.applyDefaults(copy);
        return copy;
    }

    private Answer store(ObjectNode object, Step step) {
        ObjectNode kept = step.subresource().isEmpty() ? withStatusOf(live, object) : withStatus(object);
        List<FieldError> errors = live.map(before -> Gadgets.SCHEMA.validateUpdate(kept, before))
                .orElseGet(() -> Gadgets.SCHEMA.validate(kept));
        if (!errors.isEmpty()) {
            return invalid();
        }
        if (live.isEmpty() || !ManagedFields.sameContent(live.get(), kept)) {
            ((ObjectNode) kept.get("metadata")).put("uid", "1");
            live = Optional.of(kept);
        }
        return Answer.object(live.get());
    }

    private static ObjectNode withStatusOf(Optional<ObjectNode> live, ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        copy.remove("status");
        live.flatMap(before -> before.optional("status")).ifPresent(status -> copy.set("status", status));
        return copy;
    }

    /** A status write keeps all else of the object but the record of ownership. */
    private ObjectNode withStatus(ObjectNode object) {
        ObjectNode copy = live.orElseThrow().deepCopy();
        copy.remove("status");
        object.optional("status").ifPresent(status -> copy.set("status", status));
        ObjectNode metadata = (ObjectNode) copy.get("metadata");
        metadata.remove("managedFields");
        object.path("metadata").optional("managedFields").ifPresent(entries -> metadata.set("managedFields", entries));
        return copy;
    }
}
