package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.LoadBalancerPool;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which addons a plan wants, and what is to be filled into them. Pure. */
final class AddonSwitches {
    private static final String KUBE_VIP_VERSION = "v0.8.7";

    private AddonSwitches() {}

    static Set<String> of(ClusterPlan plan) {
        Set<String> switches = new HashSet<>();
        if (plan.vip().isPresent()
                && isOn(addons(plan)
                        .map(BootstrapAddons::controlPlaneHA)
                        .map(part -> part.type() != BootstrapAddons.ControlPlaneHa.Type.NONE))) {
            switches.add("virtual-address");
        }
        if (isOn(addons(plan).map(BootstrapAddons::cni).map(part -> part.type() != BootstrapAddons.Cni.Type.NONE))) {
            switches.add("cilium");
        }
        if (isOn(addons(plan).map(BootstrapAddons::certManager).map(part -> !Boolean.FALSE.equals(part.enabled())))) {
            switches.add("cert-manager");
        }
        if (pool(plan).isPresent()
                && isOn(addons(plan)
                        .map(BootstrapAddons::loadBalancer)
                        .map(part -> part.type() != BootstrapAddons.LoadBalancer.Type.NONE))) {
            switches.add("metallb");
        }
        return switches;
    }

    /** What is left out is installed. */
    private static boolean isOn(Optional<Boolean> choice) {
        return choice.orElse(true);
    }

    static Map<String, String> places(ClusterPlan plan) {
        Map<String, String> places = new HashMap<>();
        places.put("vip", plan.vip().orElse(""));
        places.put("vipInterface", vipInterface(plan));
        places.put(
                "kubeVipVersion",
                addons(plan)
                        .map(BootstrapAddons::controlPlaneHA)
                        .map(BootstrapAddons.ControlPlaneHa::version)
                        .orElse(KUBE_VIP_VERSION));
        places.put(
                "hubble",
                String.valueOf(isOn(addons(plan).map(BootstrapAddons::cni).map(BootstrapAddons.Cni::hubbleEnabled))));
        places.put("operatorReplicas", plan.machines().size() > 1 ? "2" : "1");
        places.put("addressPool", pool(plan).orElse(""));
        return places;
    }

    private static String vipInterface(ClusterPlan plan) {
        return Optional.ofNullable(plan.spec().network().vipInterface())
                .filter(name -> !name.isBlank())
                .or(() -> plan.profile().vipInterface())
                .orElse("eth0");
    }

    static Optional<String> pool(ClusterPlan plan) {
        return Optional.ofNullable(plan.spec().network().loadBalancerPool())
                .map(AddonSwitches::range)
                .or(() ->
                        addons(plan).map(BootstrapAddons::loadBalancer).map(BootstrapAddons.LoadBalancer::addressPool))
                .filter(pool -> !pool.isBlank());
    }

    private static String range(LoadBalancerPool pool) {
        return pool.start() + "-" + pool.end();
    }

    private static Optional<BootstrapAddons> addons(ClusterPlan plan) {
        return Optional.ofNullable(plan.spec().addons());
    }
}
