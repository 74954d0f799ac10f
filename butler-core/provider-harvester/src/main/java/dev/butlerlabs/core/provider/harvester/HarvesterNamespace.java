package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection to one namespace of a Harvester cluster. */
final class HarvesterNamespace implements ConnectedInfrastructure {
    private static final List<HarvesterResourceType> MARKED =
            List.of(HarvesterResourceType.VIRTUAL_MACHINE, HarvesterResourceType.VOLUME, HarvesterResourceType.SECRET);
    private static final Map<String, String> BUTLERS = Map.of(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER);

    private final HarvesterApi api;
    private final HarvesterSettings settings;
    private final boolean verified;

    /** @param verified whether the server certificate is verified */
    HarvesterNamespace(HarvesterApi api, HarvesterSettings settings, boolean verified) {
        this.api = api;
        this.settings = settings;
        this.verified = verified;
    }

    @Override
    public MachineOperations machines() {
        return new HarvesterMachineOperations(api, settings);
    }

    @Override
    public Optional<ImageOperations> images() {
        return Optional.of(new HarvesterImageOperations(api));
    }

    @Override
    public List<OwnedResource> owned() {
        List<OwnedResource> owned = new ArrayList<>();
        for (HarvesterResourceType kind : MARKED) {
            api.list(kind, BUTLERS).forEach(object -> owned(kind, object).ifPresent(owned::add));
        }
        return owned;
    }

    private static Optional<OwnedResource> owned(HarvesterResourceType kind, GenericKubernetesResource object) {
        return ObjectFieldReader.owner(object)
                .map(owner -> new OwnedResource(
                        kind.title(), ObjectFieldReader.name(object), ObjectFieldReader.uid(object), owner));
    }

    @Override
    public void remove(OwnedResource resource) {
        HarvesterResourceType kind = MARKED.stream()
                .filter(candidate -> candidate.title().equals(resource.type()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a Harvester resource: " + resource));
        api.find(kind, resource.name())
                .filter(found -> owned(kind, found).filter(resource::equals).isPresent())
                .filter(found -> !ObjectFieldReader.isLeaving(found))
                .filter(found -> !goesWithItsMachine(new MachineAttachment(kind, found)))
                .ifPresent(found -> api.delete(kind, found));
    }

    /**
     * Returns whether a volume is deleted with its virtual machine. Harvester rejects deleting a volume of an existing virtual
     * machine.
     */
    private boolean goesWithItsMachine(MachineAttachment part) {
        return part.isGiven()
                && Optional.ofNullable(ObjectFieldReader.labels(part.object()).get(OwnershipTags.MACHINE))
                        .flatMap(machine -> api.find(HarvesterResourceType.VIRTUAL_MACHINE, machine))
                        .filter(part::isGivenTo)
                        .isPresent();
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new HarvesterPreflight(api, settings, verified, plan).all();
    }

    /** Returns the Harvester version, or the Kubernetes version if the credentials cannot read it. */
    @Override
    public String version() {
        return harvesterVersion()
                .map(version -> "Harvester " + version)
                .orElseGet(() -> "Kubernetes " + api.kubernetesVersion());
    }

    private Optional<String> harvesterVersion() {
        try {
            return api.find(HarvesterResourceType.SETTING, "server-version")
                    .flatMap(setting -> ObjectFieldReader.text(setting, "value"));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
