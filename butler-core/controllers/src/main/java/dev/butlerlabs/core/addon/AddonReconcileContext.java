package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.AddonDefinitionSpec;
import dev.butlerlabs.core.api.HelmRelease;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;

/** Holds the state of one reconciliation of an addon. */
final class AddonReconcileContext<R extends HasMetadata> {
    private final R resource;
    private Optional<AddonDefinitionSpec> definition = Optional.empty();
    private Optional<Place> place = Optional.empty();
    private Optional<String> version = Optional.empty();
    private Optional<HelmRelease> release = Optional.empty();

    /**
     * The target of an addon.
     *
     * @param namespace the namespace of the Jobs
     */
    record Place(ReleaseName release, String namespace, HelmTarget reach) {
        Place {
            Objects.requireNonNull(release, "release");
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(reach, "reach");
        }
    }

    AddonReconcileContext(R resource) {
        this.resource = resource;
    }

    R resource() {
        return resource;
    }

    String name() {
        return resource.getMetadata().getName();
    }

    void definition(AddonDefinitionSpec found) {
        definition = Optional.of(found);
    }

    Optional<AddonDefinitionSpec> definition() {
        return definition;
    }

    void place(Place chosen) {
        place = Optional.of(chosen);
    }

    Place place() {
        return place.orElseThrow();
    }

    void version(String wanted) {
        version = Optional.of(wanted);
    }

    Optional<String> version() {
        return version;
    }

    void release(HelmRelease seen) {
        release = Optional.of(seen);
    }

    Optional<HelmRelease> release() {
        return release;
    }
}
