package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.docker.VolumeState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists and removes containers, volumes and networks with ownership labels. */
final class OwnedDockerResources {
    private static final String CONTAINER = "container";
    private static final String VOLUME = "volume";
    private static final String NETWORK = "network";
    private static final Map<String, String> MANAGED = Map.of(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER);

    private final DockerEngine engine;

    OwnedDockerResources(DockerEngine engine) {
        this.engine = engine;
    }

    /** Returns the resources in the order in which they can be removed: containers use volumes and networks. */
    List<OwnedResource> all() {
        return Stream.of(containers(), volumes(), networks())
                .flatMap(List::stream)
                .toList();
    }

    private List<OwnedResource> containers() {
        return LocalErrorMapper.call(() -> engine.containers().labelled(MANAGED)).stream()
                .flatMap(found -> owned(CONTAINER, found.name(), found.id(), found.labels()))
                .toList();
    }

    private List<OwnedResource> volumes() {
        return LocalErrorMapper.call(() -> engine.volumes().labelled(MANAGED)).stream()
                .flatMap(found -> owned(VOLUME, found.name(), found.name(), found.labels()))
                .toList();
    }

    private List<OwnedResource> networks() {
        return LocalErrorMapper.call(() -> engine.networks().labelled(MANAGED)).stream()
                .flatMap(found -> owned(NETWORK, found.name(), found.id(), found.labels()))
                .toList();
    }

    private static Stream<OwnedResource> owned(String type, String name, String id, Map<String, String> labels) {
        return OwnershipTags.owner(labels).stream().map(owner -> new OwnedResource(type, name, id, owner));
    }

    /** Checks the labels again: another resource can have the name by now. */
    void remove(OwnedResource resource) {
        Optional<Map<String, String>> labels = LocalErrorMapper.call(() -> labels(resource));
        if (labels.isEmpty()) {
            return;
        }
        if (!OwnershipTags.owner(labels.get()).equals(Optional.of(resource.owner()))) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE, "The %s no longer has the ownership labels.".formatted(resource));
        }
        try {
            LocalErrorMapper.run(() -> delete(resource));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }

    private Optional<Map<String, String>> labels(OwnedResource resource) {
        return switch (resource.type()) {
            case CONTAINER -> engine.containers().inspect(resource.providerId()).map(ContainerState::labels);
            case VOLUME -> engine.volumes().inspect(resource.providerId()).map(VolumeState::labels);
            case NETWORK -> engine.networks().inspect(resource.providerId()).map(NetworkState::labels);
            default -> Optional.empty();
        };
    }

    private void delete(OwnedResource resource) {
        switch (resource.type()) {
            case CONTAINER -> engine.containers().remove(resource.providerId());
            case VOLUME -> engine.volumes().remove(resource.providerId());
            case NETWORK -> engine.networks().remove(resource.providerId());
            default -> throw new IllegalArgumentException("unknown type " + resource.type());
        }
    }
}
