package dev.butlerlabs.core.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.patch.ApplyOptions;
import dev.butlerlabs.core.embedded.patch.ResetFields;
import dev.butlerlabs.core.embedded.patch.ServerSideApplyPatch;
import dev.butlerlabs.core.embedded.patch.ServerSideApplyResult;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;

/**
 * Applies the CRDs that must exist before the first request, like a client does: server-side apply with force. The CRDs are part of the
 * program and are validated by a test; validating their rules again would take most of the start-up time.
 */
final class PreinstalledCrds {
    private final ObjectRegistry registry;
    private final ServedResource definitions;
    private final Clock clock;

    PreinstalledCrds(ObjectRegistry registry, Clock clock) {
        this.registry = registry;
        this.definitions = registry.catalog().definitions();
        this.clock = clock;
    }

    /** Applies all CRDs concurrently, so that their writes share one fsync. */
    void apply(Collection<String> documents, String manager) {
        documents.stream()
                .map(document -> BackgroundTask.begin(() -> apply(document, manager)))
                .toList()
                .forEach(BackgroundTask::await);
    }

    private WriteResult apply(String document, String manager) {
        ObjectNode applied = read(document);
        ObjectKey place = new ObjectKey(definitions, "", new KubernetesObject(applied).name());
        return registry.update(place, live -> merged(applied, live, manager), true, WriteOptions.trusting());
    }

    private static ObjectNode read(String document) {
        try {
            return (ObjectNode) BodyFormat.YAML
                    .read(document.getBytes(StandardCharsets.UTF_8))
                    .tree();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KubernetesObject merged(ObjectNode applied, Optional<KubernetesObject> live, String manager) {
        ApplyOptions options = new ApplyOptions(manager, true, "", definitions.apiVersion(), ResetFields.STATUS);
        try {
            ServerSideApplyResult outcome = ServerSideApplyPatch.apply(
                    live.map(KubernetesObject::tree),
                    applied.deepCopy(),
                    options,
                    definitions.shape().types(),
                    clock.instant());
            return switch (outcome) {
                case ServerSideApplyResult.Applied merged -> filledIn(merged.object());
                case ServerSideApplyResult.Conflicts conflicts -> throw new IllegalStateException(conflicts.message());
            };
        } catch (PatchException e) {
            throw new IllegalStateException(e);
        }
    }

    private KubernetesObject filledIn(ObjectNode object) {
        definitions.shape().prune(object);
        definitions.shape().applyDefaults(object);
        return new KubernetesObject(object);
    }
}
