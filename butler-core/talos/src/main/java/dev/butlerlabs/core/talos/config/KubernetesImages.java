package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The images of a configuration whose tag is a Kubernetes version, by path. */
final class KubernetesImages {
    private static final List<String> PATHS = List.of(
            "machine.kubelet.image",
            "cluster.apiServer.image",
            "cluster.controllerManager.image",
            "cluster.scheduler.image",
            "cluster.proxy.image");
    private static final List<String> KINDS = List.of(
            "KubeletConfig",
            "KubeAPIServerConfig",
            "KubeControllerManagerConfig",
            "KubeSchedulerConfig",
            "KubeProxyConfig");

    private KubernetesImages() {}

    static Map<String, String> of(MachineConfiguration configuration) {
        Map<String, String> images = new LinkedHashMap<>();
        configuration
                .main()
                .map(UntypedTree::of)
                .ifPresent(main -> PATHS.forEach(path -> put(images, path, main.anyText(path))));
        KINDS.forEach(kind -> configuration
                .kind(kind)
                .ifPresent(document ->
                        put(images, kind + ".image", UntypedTree.of(document).anyText("image"))));
        return images;
    }

    private static void put(Map<String, String> images, String path, String image) {
        if (!image.isEmpty()) {
            images.put(path, image);
        }
    }
}
