package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * How a CA of a management cluster is replaced while the cluster runs: the new CA is accepted beside the old one on every node before it issues
 * certificates, and the old one is removed last. Immutable.
 *
 * @param current the CA that is replaced
 * @param blockers what prevents the rotation, without a full stop
 */
public record CaRotationPlan(
        ClusterAuthority authority, CertificateDetails current, List<CaRotationStep> steps, List<String> blockers) {
    public CaRotationPlan {
        Objects.requireNonNull(authority, "authority");
        Objects.requireNonNull(current, "current");
        steps = List.copyOf(steps);
        blockers = List.copyOf(blockers);
    }

    /**
     * The cluster whose CA is replaced.
     *
     * @param secret with its secrets, such as {@code butler-system/demo-talos-secrets}
     * @param selection arguments that select the cluster for {@code butleradm}; may be empty
     */
    public record Cluster(String secret, String selection, List<NodeObservation> nodes) {
        public Cluster {
            Objects.requireNonNull(secret, "secret");
            Objects.requireNonNull(selection, "selection");
            nodes = List.copyOf(nodes);
        }

        private List<String> addresses(Predicate<NodeObservation> which) {
            return nodes.stream()
                    .filter(which)
                    .flatMap(node -> node.address().stream())
                    .toList();
        }

        private String count() {
            long controlPlanes =
                    nodes.stream().filter(NodeObservation::isControlPlane).count();
            return "%d control planes, then %d workers".formatted(controlPlanes, nodes.size() - controlPlanes);
        }

        private String editSecret() {
            int slash = secret.indexOf('/');
            return "kubectl edit secret -n %s %s".formatted(secret.substring(0, slash), secret.substring(slash + 1));
        }

        private String command(String words) {
            return "butleradm %s %s".formatted(words, selection).strip();
        }
    }

    /**
     * Plans the rotation. Changes nothing.
     *
     * @param certificate the current CA as PEM
     */
    static CaRotationPlan of(ClusterAuthority authority, String certificate, Cluster cluster) {
        CertificateDetails current = details(authority, certificate);
        List<CaRotationStep> steps = new ArrayList<>();
        steps.add(CaRotationStep.of(
                        "Create a backup and verify it. Restoring an older backup brings back the old CA.",
                        CaRotationStep.NONE)
                .by(cluster.command("backup create")));
        steps.addAll(changesOfNodes(authority, cluster));
        steps.add(CaRotationStep.of(
                        "Store the new CA: replace %s in the key secrets.yaml of the Secret %s."
                                .formatted(authority.secretsKey(), cluster.secret()),
                        "nodes that are added or replaced between steps 4 and 7 do not join")
                .by(cluster.editSecret()));
        steps.add(CaRotationStep.of(
                        "Renew the %s in the cluster and on this machine.".formatted(credential(authority)),
                        CaRotationStep.NONE)
                .by(cluster.command("certs rotate --only " + credential(authority))));
        steps.add(CaRotationStep.of("Check the cluster and create another backup.", CaRotationStep.NONE)
                .by(cluster.command("certs list")));
        return new CaRotationPlan(authority, current, steps, blockers(cluster));
    }

    /** One command of Talos does all of these steps. */
    private static List<CaRotationStep> changesOfNodes(ClusterAuthority authority, Cluster cluster) {
        String section = authority.section();
        return List.of(
                CaRotationStep.of(
                                "Generate a new CA, and accept it beside the old one: add it to %s.acceptedCAs on every node, one at a time (%s). The command carries out steps %s; it prints the new CA with its key."
                                        .formatted(
                                                section,
                                                cluster.count(),
                                                authority == ClusterAuthority.TALOS ? "2 to 6" : "2 to 4 and 6"),
                                restarts(authority))
                        .by(rotation(authority, cluster)),
                CaRotationStep.of("Try the new CA on every node before anything else is changed.", CaRotationStep.NONE),
                CaRotationStep.of(
                        "Switch issuing: set %s.ca to the new CA, with its key on control planes only, and move the old one to %s.acceptedCAs on every node. Serving certificates are renewed."
                                .formatted(section, section),
                        switched(authority)),
                clients(authority),
                CaRotationStep.of(
                        "Remove the old CA from %s.acceptedCAs on every node.".formatted(section), removed(authority)));
    }

    private static CaRotationStep clients(ClusterAuthority authority) {
        return switch (authority) {
            case TALOS ->
                CaRotationStep.of(
                        "Issue a talosconfig of the new CA, which talosctl writes to the current directory, and give one to every other user.",
                        CaRotationStep.NONE);
            case KUBERNETES ->
                CaRotationStep.of(
                                "Issue a kubeconfig of the new CA for this machine and for every other user.",
                                CaRotationStep.NONE)
                        .by("talosctl kubeconfig --force");
        };
    }

    private static String credential(ClusterAuthority authority) {
        return switch (authority) {
            case TALOS -> ClientCredential.TALOSCONFIG.word();
            case KUBERNETES -> ClientCredential.KUBECONFIG.word();
        };
    }

    private static CertificateDetails details(ClusterAuthority authority, String certificate) {
        try {
            return CertificateDetails.parse(certificate);
        } catch (PemFormatException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "The %s %s.".formatted(authority.title(), e.getMessage()), e);
        }
    }

    private static String rotation(ClusterAuthority authority, Cluster cluster) {
        return "talosctl rotate-ca --talos=%s --kubernetes=%s --control-plane-nodes %s%s --dry-run=false"
                .formatted(
                        authority == ClusterAuthority.TALOS,
                        authority == ClusterAuthority.KUBERNETES,
                        String.join(",", cluster.addresses(NodeObservation::isControlPlane)),
                        workers(cluster));
    }

    private static String workers(Cluster cluster) {
        List<String> workers = cluster.addresses(node -> !node.isControlPlane());
        return workers.isEmpty() ? "" : " --worker-nodes " + String.join(",", workers);
    }

    private static String restarts(ClusterAuthority authority) {
        return switch (authority) {
            case TALOS -> CaRotationStep.NONE;
            case KUBERNETES ->
                "the API server, controller manager and scheduler of a control plane and the kubelet of a node restart; with one control plane the Kubernetes API is unavailable meanwhile";
        };
    }

    private static String switched(ClusterAuthority authority) {
        return switch (authority) {
            case TALOS -> "talosconfigs that trust only the old CA cannot verify the machines any more";
            case KUBERNETES ->
                "the same restarts; kubeconfigs that trust only the old CA cannot verify the server any more, and pods that read the CA at their start must be restarted";
        };
    }

    private static String removed(ClusterAuthority authority) {
        return switch (authority) {
            case TALOS -> "every talosconfig of the old CA is rejected";
            case KUBERNETES -> "the same restarts; every kubeconfig of the old CA is rejected";
        };
    }

    /** Every Talos version that Butler supports accepts several CAs. */
    private static List<String> blockers(Cluster cluster) {
        return cluster.nodes().stream()
                .filter(node -> node.notReady().isPresent())
                .map(node -> "node %s is not ready: %s"
                        .formatted(node.name(), node.notReady().orElseThrow()))
                .toList();
    }

    /** Returns when the current CA expires. */
    public String expiry() {
        return current.notAfter().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
