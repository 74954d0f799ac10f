package dev.butlerlabs.core.embedded.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.patch.ApplyOptions;
import dev.butlerlabs.core.embedded.patch.ManagedFields;
import dev.butlerlabs.core.embedded.patch.ResetFields;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.time.Instant;
import java.util.Optional;

/** Updates managedFields for writes. */
final class ManagedFieldsUpdater {
    private ManagedFieldsUpdater() {}

    static KubernetesObject recorded(
            ServedResource resource,
            Optional<KubernetesObject> live,
            KubernetesObject object,
            WriteOptions options,
            Instant now) {
        if (options.manager().isEmpty()) {
            return object;
        }
        ApplyOptions owner = new ApplyOptions(
                options.manager().get(),
                false,
                options.subresource().word(),
                resource.apiVersion(),
                unwritable(resource, options.subresource()));
        ObjectNode recorded = ManagedFields.update(
                live.map(KubernetesObject::tree),
                object.tree(),
                owner,
                resource.shape().types(),
                now);
        return new KubernetesObject(recorded);
    }

    /** Returns the part of an object that a write through a subresource cannot own. */
    static ResetFields unwritable(ServedResource resource, Subresource subresource) {
        return switch (subresource) {
            case NONE -> resource.behaviour().status() ? ResetFields.STATUS : ResetFields.NONE;
            case STATUS -> ResetFields.SPEC;
            case SCALE, FINALIZE -> ResetFields.NONE;
        };
    }
}
