package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.core.upgrade.AddonVersions;
import dev.butlerlabs.core.upgrade.NodeVersions;
import dev.butlerlabs.core.upgrade.UpgradeBlocker;
import dev.butlerlabs.core.upgrade.UpgradeHop;
import dev.butlerlabs.core.upgrade.UpgradePlan;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An upgrade plan as text and as a document. */
final class UpgradePlanPrinter {
    private UpgradePlanPrinter() {}

    static void print(UpgradePlan plan, PrintStream out) {
        ReleaseVersion talos = plan.target().talos().orElseThrow();
        ReleaseVersion kubernetes = plan.target().kubernetes().orElseThrow();
        out.println("Nodes");
        int width = plan.cluster().nodes().stream()
                .mapToInt(node -> node.name().length())
                .max()
                .orElse(1);
        for (NodeVersions node : plan.cluster().nodes()) {
            out.printf(
                    "  %-" + width + "s  %-13s  Talos %s  Kubernetes %s%n",
                    node.name(),
                    role(node),
                    change(node.talos(), talos),
                    change(node.kubernetes(), kubernetes));
        }
        printSteps(plan, out);
        for (AddonVersions addon : plan.addons()) {
            out.printf("  %-28s %s -> %s%n", addon.name(), addon.current(), addon.target());
        }
        plan.warnings().forEach(sentence -> out.println("warning: " + sentence + "."));
        if (!plan.blockers().isEmpty()) {
            out.println("Prevented by");
            for (UpgradeBlocker blocker : plan.blockers()) {
                out.println("  " + blocker.sentence());
                if (!blocker.fix().isEmpty()) {
                    out.println("    " + blocker.fix());
                }
            }
        }
    }

    private static void printSteps(UpgradePlan plan, PrintStream out) {
        if (plan.hops().isEmpty() && plan.blockers().isEmpty()) {
            out.println(plan.addons().isEmpty() ? "Nothing to upgrade." : "Addons");
            return;
        }
        if (!plan.hops().isEmpty()) {
            out.println("Steps");
            int number = 1;
            for (UpgradeHop hop : plan.hops()) {
                out.printf(
                        "  %2d  %-10s %s -> %s  (%s)%n",
                        number++, hop.product().title(), hop.from(), hop.to(), hop.reason());
            }
        }
        if (!plan.addons().isEmpty()) {
            out.println("Addons");
        }
    }

    private static String role(NodeVersions node) {
        return node.isControlPlane() ? "control-plane" : "worker";
    }

    /** A node can be newer than the others, and than the version that is kept. */
    private static String change(ReleaseVersion current, ReleaseVersion target) {
        return current.compareTo(target) < 0 ? current + " -> " + target : current.toString();
    }

    static Map<String, Object> document(UpgradePlan plan) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("talos", plan.target().talos().orElseThrow().toString());
        document.put("kubernetes", plan.target().kubernetes().orElseThrow().toString());
        document.put(
                "nodes",
                plan.cluster().nodes().stream().map(UpgradePlanPrinter::node).toList());
        document.put("steps", plan.hops().stream().map(UpgradePlanPrinter::step).toList());
        document.put(
                "addons", plan.addons().stream().map(UpgradePlanPrinter::addon).toList());
        document.put("warnings", List.copyOf(plan.warnings()));
        document.put(
                "blockers",
                plan.blockers().stream().map(UpgradePlanPrinter::blocker).toList());
        return document;
    }

    private static Map<String, Object> node(NodeVersions node) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", node.name());
        document.put("role", role(node));
        document.put("ready", node.isReady());
        document.put("talos", node.talos().toString());
        document.put("kubernetes", node.kubernetes().toString());
        return document;
    }

    private static Map<String, Object> step(UpgradeHop hop) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("product", hop.product().title());
        document.put("from", hop.from().toString());
        document.put("to", hop.to().toString());
        document.put("reason", hop.reason());
        return document;
    }

    private static Map<String, Object> addon(AddonVersions addon) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", addon.name());
        document.put("from", addon.current());
        document.put("to", addon.target());
        return document;
    }

    private static Map<String, Object> blocker(UpgradeBlocker blocker) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("message", blocker.sentence());
        document.put("fix", blocker.fix());
        return document;
    }
}
