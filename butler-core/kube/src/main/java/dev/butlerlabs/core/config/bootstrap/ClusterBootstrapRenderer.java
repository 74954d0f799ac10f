package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.net.IpAddress;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Renders the ClusterBootstrap of a plan. */
final class ClusterBootstrapRenderer {
    private ClusterBootstrapRenderer() {}

    static ClusterBootstrap clusterBootstrap(BootstrapConfig config) {
        ClusterBootstrap resource = new ClusterBootstrap();
        resource.setMetadata(BootstrapMetadata.named(config.cluster().name(), config));
        if (config.talos().isImageTransferred()) {
            resource.setMetadata(new ObjectMetaBuilder(resource.getMetadata())
                    .addToAnnotations(Annotations.IMAGE, Annotations.TRANSFERRED_IMAGE)
                    .addToAnnotations(image(config.talos()))
                    .build());
        }
        resource.setSpec(new ClusterBootstrapSpec(
                config.provider(),
                new ObjectReference(ProviderConfigRenderer.name(config), Namespaces.SYSTEM),
                cluster(config.cluster()),
                network(config.network()),
                talos(config.talos(), config.network()),
                config.addons(),
                config.exposure().orElse(null),
                null));
        return resource;
    }

    /** Returns what differs from the default. */
    private static Map<String, String> image(TalosSettings talos) {
        Map<String, String> annotations = new HashMap<>();
        if (!talos.architecture().equals("amd64")) {
            annotations.put(Annotations.IMAGE_ARCHITECTURE, talos.architecture());
        }
        if (talos.factory().filter(TalosSettings.Factory::requiresLogin).isPresent()) {
            annotations.put(Annotations.IMAGE_TRANSFER_MODE, Annotations.UPLOADED_IMAGE);
        }
        return annotations;
    }

    private static ClusterBootstrapSpec.Cluster cluster(ClusterSettings cluster) {
        return new ClusterBootstrapSpec.Cluster(
                cluster.name(),
                cluster.topology(),
                cluster.controlPlane(),
                cluster.workers().orElse(null));
    }

    private static ClusterBootstrapSpec.Network network(NetworkSettings network) {
        return new ClusterBootstrapSpec.Network(
                network.pods().text(),
                network.services().text(),
                network.vip().map(IpAddress::toString).orElse(null),
                network.vipInterface().orElse(null),
                network.loadBalancerPool()
                        .map(pool -> new ClusterBootstrapSpec.LoadBalancerPool(
                                pool.first().toString(), pool.last().toString()))
                        .orElse(null),
                network.nodeAddresses().map(ClusterBootstrapRenderer::nodes).orElse(null));
    }

    private static ClusterBootstrapSpec.NodeAddresses nodes(NodeAddressSettings nodes) {
        return new ClusterBootstrapSpec.NodeAddresses(
                nodes.range().first().toString(),
                nodes.range().last().toString(),
                nodes.subnet().text(),
                nodes.gateway().map(IpAddress::toString).orElse(null),
                nodes.dnsServers().stream().map(IpAddress::toString).toList());
    }

    private static ClusterBootstrapSpec.Talos talos(TalosSettings talos, NetworkSettings network) {
        List<ConfigPatch> patches = new ArrayList<>(MachinePatches.of(talos, network));
        patches.addAll(talos.configPatches());
        return new ClusterBootstrapSpec.Talos(
                talos.version(),
                talos.schematic().orElse(""),
                talos.installDisk().orElse(null),
                patches,
                talos.configDelivery().orElse(null));
    }
}
