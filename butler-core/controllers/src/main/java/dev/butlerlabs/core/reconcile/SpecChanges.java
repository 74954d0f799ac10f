package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Distinguishes versions of watched objects that change the spec from those that change only the status. An informer may ask several times
 * about the same version and gets the same result. Thread-safe.
 */
public final class SpecChanges {
    private final Map<ObjectName, Version> versions = new ConcurrentHashMap<>();

    /** Returns whether the spec differs from that of the version seen before; true for the first version. */
    public boolean isChange(HasMetadata object) {
        return versions.compute(ObjectName.from(object), (_, before) -> Version.after(before, object.getMetadata()))
                .changed();
    }

    /**
     * A version of an object.
     *
     * @param spec changes with every change of the spec
     * @param changed whether the spec differs from that of the version before
     */
    private record Version(String resourceVersion, String spec, boolean changed) {
        private static Version after(Version before, ObjectMeta metadata) {
            String resourceVersion = Objects.requireNonNullElse(metadata.getResourceVersion(), "");
            if (before != null && before.resourceVersion.equals(resourceVersion)) {
                return before;
            }
            String spec = metadata.getUid() + "/" + metadata.getGeneration();
            return new Version(resourceVersion, spec, before == null || !before.spec.equals(spec));
        }
    }
}
