package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.Check;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.Machines;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.Ownership;
import dev.butlerlabs.core.provider.PreflightPlan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection to one namespace of a Harvester cluster. */
final class HarvesterInfrastructure implements Infrastructure {
    private static final List<Kind> MARKED = List.of(Kind.VIRTUAL_MACHINE, Kind.VOLUME, Kind.SECRET);
    private static final Map<String, String> BUTLERS = Map.of(Ownership.MANAGED_BY, Ownership.MANAGER);

    private final HarvesterApi api;
    private final HarvesterSettings settings;
    private final boolean verified;

    /** @param verified whether the server certificate is verified */
    HarvesterInfrastructure(HarvesterApi api, HarvesterSettings settings, boolean verified) {
        this.api = api;
        this.settings = settings;
        this.verified = verified;
    }

    @Override
    public Machines machines() {
        return new HarvesterMachines(api, settings);
    }

    @Override
    public List<OwnedResource> owned() {
        List<OwnedResource> owned = new ArrayList<>();
        for (Kind kind : MARKED) {
            api.list(kind, BUTLERS).forEach(object -> owned(kind, object).ifPresent(owned::add));
        }
        return owned;
    }

    private static Optional<OwnedResource> owned(Kind kind, GenericKubernetesResource object) {
        return Fields.owner(object)
                .map(owner -> new OwnedResource(kind.title(), Fields.name(object), Fields.uid(object), owner));
    }

    @Override
    public void remove(OwnedResource resource) {
        Kind kind = MARKED.stream()
                .filter(candidate -> candidate.title().equals(resource.type()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a Harvester resource: " + resource));
        api.find(kind, resource.name())
                .filter(found -> owned(kind, found).filter(resource::equals).isPresent())
                .filter(found -> !Fields.isLeaving(found))
                .filter(found -> !goesWithItsMachine(new Part(kind, found)))
                .ifPresent(found -> api.delete(kind, found));
    }

    /**
     * Returns whether a volume is deleted with its virtual machine. Harvester rejects deleting a volume of an existing virtual
     * machine.
     */
    private boolean goesWithItsMachine(Part part) {
        return part.isGiven()
                && Optional.ofNullable(Fields.labels(part.object()).get(Ownership.MACHINE))
                        .flatMap(machine -> api.find(Kind.VIRTUAL_MACHINE, machine))
                        .filter(part::isGivenTo)
                        .isPresent();
    }

    @Override
    public List<Check> preflight(PreflightPlan plan) {
        return new HarvesterChecks(api, settings, verified, plan).all();
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
            return api.find(Kind.SETTING, "server-version").flatMap(setting -> Fields.text(setting, "value"));
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
