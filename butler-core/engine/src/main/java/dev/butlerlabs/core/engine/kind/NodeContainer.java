package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ContainerSpec;
import dev.butlerlabs.core.docker.DockerEngineInfo;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.docker.PublishedPort;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Renders the container of a node as KIND does. */
final class NodeContainer {
    private static final String MODULES = "/lib/modules:/lib/modules:ro";
    /** The kubelet needs the device mapper devices to find the disk of some file systems. */
    private static final String MAPPER = "/dev/mapper:/dev/mapper";

    private static final Set<String> MAPPED = Set.of("btrfs", "zfs", "xfs", "devicemapper");

    private NodeContainer() {}

    static ContainerSpec of(
            KindOptions options,
            KindState state,
            DockerEngineInfo facts,
            String network,
            NetworkState reach,
            int port) {
        KindClusterName name = state.name();
        return new ContainerSpec(
                name.node(),
                options.image(),
                name.labels(state.owner()),
                NodeEnvironment.of(options, name, reach.subnets()),
                List.of("/var"),
                List.of("/tmp", "/run"),
                needsMapper(facts) ? List.of(MODULES, MAPPER) : List.of(MODULES),
                options.hosts(),
                network,
                new PublishedPort("127.0.0.1", port, KubeadmConfiguration.API_PORT),
                facts.remapsUsers());
    }

    private static boolean needsMapper(DockerEngineInfo facts) {
        return Stream.of(facts.storageDriver(), facts.backingFilesystem()).anyMatch(MAPPED::contains);
    }
}
