package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.PatchException;
import dev.butlerlabs.core.jsonpatch.PatchException.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Server-side apply: merges the configuration of a field manager and tracks which manager owns which field. */
public final class ServerSideApplyPatch {
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private final ObjectNode live;
    private final ObjectNode applied;
    private final ApplyOptions options;
    private final FieldTypes types;
    private final Instant now;

    private ServerSideApplyPatch(
            ObjectNode live, ObjectNode applied, ApplyOptions options, FieldTypes types, Instant now) {
        this.live = live;
        this.applied = applied;
        this.options = options;
        this.types = types;
        this.now = now;
    }

    /**
     * Merges an applied configuration into the live object.
     *
     * <p>The result is complete except for defaulting and pruning. If the object does not change, its managedFields times do not change
     * either, so that {@link ManagedFields#sameContent} recognizes a request without effect.
     *
     * @param live the stored object; empty if the request creates it
     */
    public static ServerSideApplyResult apply(
            Optional<ObjectNode> live, ObjectNode applied, ApplyOptions options, FieldTypes types, Instant now)
            throws PatchException {
        ObjectNode before = live.orElseGet(() -> nothingOf(applied));
        return new ServerSideApplyPatch(before, applied, options, types, now).apply();
    }

    /** Returns an object with the type of the given one and no other fields. */
    static ObjectNode nothingOf(ObjectNode object) {
        ObjectNode nothing = JsonNodeFactory.instance.objectNode();
        object.optional("apiVersion").ifPresent(value -> nothing.set("apiVersion", value));
        object.optional("kind").ifPresent(value -> nothing.set("kind", value));
        return nothing;
    }

    private ServerSideApplyResult apply() throws PatchException {
        checkRequest();
        ObjectNode before = ManagedFieldsCodec.hiddenIn(live);
        ConfigurationMerge.Result result = new ConfigurationMerge(types, options.reset())
                .apply(before, applied, ownerships(before), owner(), options.apiVersion(), now);
        List<ApplyConflict> conflicts = conflicts(result.conflicts());
        if (!options.force() && !conflicts.isEmpty()) {
            return new ServerSideApplyResult.Conflicts(conflicts);
        }
        ObjectNode object = LastAppliedAnnotation.refreshed(result.object(), applied, options.manager());
        return new ServerSideApplyResult.Applied(ManagedFieldsCodec.written(object, result.ownerships()));
    }

    private void checkRequest() throws PatchException {
        boolean otherVersion = !applied.path("apiVersion").asText().equals(options.apiVersion());
        boolean otherKind = !applied.path("kind").equals(live.path("kind"));
        if (otherVersion || otherKind) {
            throw PatchException.malformed("invalid object type: " + groupVersionKind());
        }
        JsonNode managedFields = ManagedFieldsCodec.of(applied);
        if (!managedFields.isMissingNode() && !managedFields.isNull()) {
            throw PatchException.malformed("metadata.managedFields must be nil");
        }
        refuse("failed to create typed patch object", SchemaAwareCheck.faultOfApplied(applied, types));
        refuse("failed to create typed live object", SchemaAwareCheck.faultOfStored(live, types));
    }

    private void refuse(String what, Optional<String> fault) throws PatchException {
        if (fault.isPresent()) {
            String name = applied.path("metadata").path("namespace").asText() + "/"
                    + applied.path("metadata").path("name").asText();
            throw new PatchException(
                    Kind.INTERNAL, what + " (" + name + "; " + groupVersionKind() + "): " + fault.get());
        }
    }

    private String groupVersionKind() {
        String apiVersion = applied.path("apiVersion").asText();
        String groupVersion = apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
        return groupVersion + ", Kind=" + applied.path("kind").asText();
    }

    /** Returns the recorded owners. If there are none, all fields belong to a manager that represents the writes before the first apply. */
    private FieldOwnerships ownerships(ObjectNode before) {
        FieldOwnerships recorded = ManagedFieldsCodec.read(live).orElse(FieldOwnerships.NONE);
        if (!recorded.isEmpty()) {
            return recorded;
        }
        FieldManager owner = FieldManager.updating(BEFORE_FIRST_APPLY, options.apiVersion(), options.subresource());
        return new OwnershipTracker(types, options.reset())
                .afterUpdate(nothingOf(before), before, FieldOwnerships.NONE, owner, now);
    }

    private FieldManager owner() {
        return FieldManager.applying(options.manager(), options.subresource());
    }

    private List<ApplyConflict> conflicts(Map<FieldManager, FieldSet> byOwner) {
        FieldSet pardoned = LastAppliedAnnotation.pardonedConflicts(live, options, types);
        List<ApplyConflict> conflicts = new ArrayList<>();
        byOwner.forEach((other, fields) -> fields.difference(pardoned)
                .paths()
                .forEach(path -> conflicts.add(new ApplyConflict(
                        other.manager(),
                        other.subresource(),
                        other.operation(),
                        other.apiVersion(),
                        FieldSet.text(path)))));
        return conflicts;
    }
}
