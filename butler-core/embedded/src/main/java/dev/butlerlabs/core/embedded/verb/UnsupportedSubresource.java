package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A subresource of pods, nodes or services that needs a running kubelet, which the embedded API does not have.
 *
 * @param phrase the requested operation, for the message
 */
record UnsupportedSubresource(String phrase) {
    private static final Map<String, String> OF_PODS = Map.of(
            "log", "reading logs (kubectl logs)",
            "exec", "running commands in a container (kubectl exec)",
            "attach", "attaching to a container (kubectl attach)",
            "portforward", "forwarding ports (kubectl port-forward)",
            "proxy", "proxying to a pod",
            "binding", "binding pods to nodes",
            "ephemeralcontainers", "debugging containers (kubectl debug)");
    private static final Map<String, String> OTHERS =
            Map.of("services/proxy", "proxying to a service", "nodes/proxy", "proxying to a node");

    /** Returns the unsupported subresource of a path below a group version; empty for all that are served or unknown. */
    static Optional<UnsupportedSubresource> of(GroupVersion groupVersion, List<String> path) {
        if (!groupVersion.equals(new GroupVersion("", "v1"))) {
            return Optional.empty();
        }
        boolean namespaced = path.size() > 3 && path.getFirst().equals("namespaces");
        List<String> rest = namespaced ? path.subList(2, path.size()) : path;
        if (rest.size() < 3) {
            return Optional.empty();
        }
        String phrase = rest.getFirst().equals("pods")
                ? OF_PODS.get(rest.get(2))
                : OTHERS.get(rest.getFirst() + "/" + rest.get(2));
        return Optional.ofNullable(phrase).map(UnsupportedSubresource::new);
    }

    ApiException refusal() {
        return ApiException.notSupported(phrase + " is not supported by the embedded API: it does not run pods");
    }
}
