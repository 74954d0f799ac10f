package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Optional;

/** A connection to one Docker engine. */
final class LocalEngineConnection implements ConnectedInfrastructure {
    private final DockerEngine engine;
    private final Optional<ImageName> defaultImage;
    private final MachineAccess access;
    private final ImagePuller images;
    private final LocalMachineOperations machines;
    private final OwnedDockerResources resources;

    LocalEngineConnection(DockerEngine engine, Optional<ImageName> defaultImage, MachineAccess access) {
        this.engine = engine;
        this.defaultImage = defaultImage;
        this.access = access;
        this.images = new ImagePuller(engine);
        this.machines = new LocalMachineOperations(engine, defaultImage, images, access);
        this.resources = new OwnedDockerResources(engine);
    }

    @Override
    public MachineOperations machines() {
        return machines;
    }

    @Override
    public List<OwnedResource> owned() {
        return resources.all();
    }

    @Override
    public void remove(OwnedResource resource) {
        resources.remove(resource);
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new LocalPreflight(engine, defaultImage, access, plan).checks();
    }

    @Override
    public String version() {
        DockerVersion version = LocalErrorMapper.call(engine::version);
        return "%s (API %s)".formatted(version.engine(), version.api());
    }

    @Override
    public void close() {
        images.close();
        engine.close();
    }

    @Override
    public String toString() {
        return "LocalEngineConnection[%s]".formatted(engine.host());
    }
}
