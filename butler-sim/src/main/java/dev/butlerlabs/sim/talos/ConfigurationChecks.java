package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.talos.MachineDocument.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Validates a decoded configuration with the rules, in the order and with the messages of a real machine. */
final class ConfigurationChecks {
    /** Old names of machine types, which a machine accepts with a warning. */
    private static final Map<String, String> OLD_TYPES = Map.of("join", "worker");

    private final List<UntypedTree> documents;
    private final UntypedTree main;
    private final RunMode mode;
    private final String type;
    private final boolean controlPlane;
    private final List<String> errors = new ArrayList<>();

    private ConfigurationChecks(List<UntypedTree> documents, UntypedTree main, RunMode mode) {
        this.documents = documents;
        this.main = main;
        this.mode = mode;
        this.type = type(main);
        this.controlPlane = type.equals("controlplane") || type.equals("init");
    }

    /** Returns the type of a machine by its present name. */
    static String type(UntypedTree main) {
        String named = main.anyText("machine.type");
        return OLD_TYPES.getOrDefault(named, named);
    }

    static List<String> warnings(UntypedTree main) {
        String named = main.anyText("machine.type");
        return Optional.ofNullable(OLD_TYPES.get(named))
                .map(present -> List.of("use \"%s\" instead of \"%s\" for machine type".formatted(present, named)))
                .orElse(List.of());
    }

    /** Rejects a configuration with every error. */
    static void check(List<UntypedTree> documents, UntypedTree main, RunMode mode) throws RefusedException {
        ConfigurationChecks checks = new ConfigurationChecks(documents, main, mode);
        checks.run();
        if (!checks.errors.isEmpty()) {
            throw RefusedException.invalid(checks.errors);
        }
    }

    private void run() {
        if (!main.has("machine")) {
            errors.add("machine instructions are required");
            return;
        }
        if (!has("KubeClusterConfig")) {
            cluster();
            installation();
        }
        if (mode == RunMode.CONTAINER) {
            hostDns();
        }
        authority();
        switch (type) {
            case "controlplane", "init" -> controlPlane();
            case "worker" -> worker();
            default -> errors.add("unknown machine type \"%s\"".formatted(type));
        }
    }

    private boolean has(String kind) {
        return documents.stream().anyMatch(document -> document.anyText("kind").equals(kind));
    }

    private void cluster() {
        if (!main.has("cluster")) {
            errors.add("cluster instructions are required");
        } else if (main.anyText("cluster.controlPlane.endpoint").isEmpty()) {
            errors.add("cluster controlplane endpoint is required");
        } else if (!controlPlane) {
            if (main.has("cluster.etcd")) {
                errors.add("etcd config is only allowed on control plane machines");
            }
            if (!main.anyText("cluster.ca.key").isEmpty()) {
                errors.add("cluster CA key is not allowed on non-controlplane nodes (.cluster.ca)");
            }
        }
    }

    private void installation() {
        if (mode != RunMode.METAL || has("UnattendedInstallConfig")) {
            return;
        }
        UntypedTree install = main.at("machine.install");
        if (!main.has("machine.install")) {
            errors.add("install instructions are required in \"metal\" mode");
        } else if (install.anyText("disk").isEmpty()
                && install.map("diskSelector").isEmpty()) {
            errors.add("either install disk or diskSelector should be defined");
        }
    }

    private void hostDns() {
        UntypedTree settings = documents.stream()
                .filter(document -> document.anyText("kind").equals("ResolverConfig") && document.has("hostDNS"))
                .map(document -> document.at("hostDNS"))
                .findFirst()
                .orElseGet(() -> main.at("machine.features.hostDNS"));
        if (!settings.isTrue("enabled")) {
            errors.add("feature HostDNS should be enabled in container mode (.machine.features.hostDNS.enabled)");
        }
        if (!settings.isTrue("forwardKubeDNSToHost")) {
            errors.add("feature HostDNS should forward kube-dns to host in container mode"
                    + " (.machine.features.hostDNS.forwardKubeDNSToHost)");
        }
    }

    private void authority() {
        if (!main.has("machine.ca") && main.items("machine.acceptedCAs").isEmpty()) {
            errors.add("issuing CA or some accepted CAs are required (.machine.ca, machine.acceptedCAs)");
        }
    }

    private void controlPlane() {
        if (!main.has("machine.ca")) {
            errors.add("issuing CA is required (.machine.ca)");
        } else if (main.anyText("machine.ca.key").isEmpty()) {
            errors.add("issuing CA key is required for controlplane nodes (.machine.ca.key)");
        }
    }

    private void worker() {
        if (!main.anyText("machine.ca.key").isEmpty()) {
            errors.add("issuing Talos API CA key is not allowed on non-controlplane nodes (.machine.ca)");
        }
        if (!main.anyText("cluster.ca.key").isEmpty()) {
            errors.add("issuing Kubernetes API CA key is not allowed on non-controlplane nodes (.cluster.ca)");
        }
    }
}
