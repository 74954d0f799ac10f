package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.addon.ShippedChart;
import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.BootstrapAddons.ButlerController;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.LoadBalancerPool;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.net.IpAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes the values of the addon templates for a plan. Pure functions. */
public final class AddonTemplateValues {
    private static final String UPSTREAM_CONTROLLER = "ghcr.io/butlerdotdev/butler-controller";
    private static final String CONTROLLERS = "ghcr.io/butlerdotdev/butler-controllers";
    private static final int COPIES = 3;

    private final ManagementClusterPlan plan;
    private final Optional<BootstrapAddons> addons;

    private AddonTemplateValues(ManagementClusterPlan plan) {
        this.plan = plan;
        this.addons = Optional.ofNullable(plan.spec().addons());
    }

    static Map<String, String> of(ManagementClusterPlan plan) {
        return new AddonTemplateValues(plan).places();
    }

    private Map<String, String> places() {
        Map<String, String> places = new HashMap<>();
        places.put("vip", plan.vip().orElse(""));
        places.put("vipInterface", vipInterface());
        places.put(
                "hubble",
                String.valueOf(addons.map(BootstrapAddons::cni)
                        .map(BootstrapAddons.Cni::hubbleEnabled)
                        .orElse(true)));
        places.put("operatorReplicas", plan.machines().size() > 1 ? "2" : "1");
        places.put("gatewayExposure", String.valueOf(isExposedByGateway()));
        places.put("addressPools", ObjectSerialization.plain().asJson(pools(plan)));
        places.put("storageReplicas", String.valueOf(copies()));
        places.put("controllerImage", controllerImage());
        places.put("controllerTag", controllerTag().orElse(""));
        places.put("controllerReference", reference(controllerImage(), controllerTag()));
        // The console is part of the image of the controllers of this project.
        String consoleImage = isUpstream() ? CONTROLLERS : controllerImage();
        Optional<String> consoleTag = controllerTag().filter(tag -> !isUpstream());
        places.put("consoleImage", consoleImage);
        places.put("consoleTag", consoleTag.orElse(""));
        places.put("consoleReference", reference(consoleImage, consoleTag));
        places.putAll(new ConsoleTemplateValues(addons).places());
        return places;
    }

    private static String reference(String image, Optional<String> tag) {
        return image + ":" + tag.orElseGet(() -> ShippedChart.controllers().appVersion());
    }

    private boolean isUpstream() {
        return controller().map(ButlerController::type).orElse(null) == ButlerController.Type.UPSTREAM;
    }

    private Optional<ButlerController> controller() {
        return addons.map(BootstrapAddons::butlerController);
    }

    /** The CRD fills in the upstream image, which does not fit the chart of this project. */
    private String controllerImage() {
        boolean upstream = isUpstream();
        return controller()
                .map(ButlerController::image)
                .filter(image -> upstream || !image.equals(UPSTREAM_CONTROLLER))
                .orElse(upstream ? UPSTREAM_CONTROLLER : CONTROLLERS);
    }

    private Optional<String> controllerTag() {
        return controller().map(ButlerController::version).filter(tag -> !tag.equals("latest"));
    }

    private boolean isExposedByGateway() {
        return Optional.ofNullable(plan.spec().controlPlaneExposure())
                .filter(exposure -> exposure.mode() == ControlPlaneExposure.Mode.GATEWAY)
                .isPresent();
    }

    /** A single machine cannot store more than one replica, whatever is requested. */
    private int copies() {
        return plan.machines().size() == 1
                ? 1
                : addons.map(BootstrapAddons::storage)
                        .map(BootstrapAddons.Storage::replicaCount)
                        .orElse(COPIES);
    }

    private String vipInterface() {
        return Optional.ofNullable(plan.spec().network().vipInterface())
                .filter(name -> !name.isBlank())
                .or(() -> plan.profile().vipInterface())
                .orElse("eth0");
    }

    /** Returns the addresses for LoadBalancer Services, as a range. */
    public static Optional<String> pool(ManagementClusterPlan plan) {
        return Optional.ofNullable(plan.spec().network().loadBalancerPool())
                .map(AddonTemplateValues::range)
                .or(() -> Optional.ofNullable(plan.spec().addons())
                        .map(BootstrapAddons::loadBalancer)
                        .map(BootstrapAddons.LoadBalancer::addressPool))
                .filter(pool -> !pool.isBlank());
    }

    /** Returns the addresses for LoadBalancer Services without the virtual address of the control plane. */
    private static List<String> pools(ManagementClusterPlan plan) {
        Optional<String> pool = pool(plan);
        Optional<IpAddress> vip = plan.vip().flatMap(IpAddress::tryParseIpv4);
        Optional<Ipv4Range> range = pool.flatMap(Ipv4Range::parse);
        boolean shared = range.isPresent() && vip.filter(range.get()::contains).isPresent();
        return shared
                ? range.get().without(vip.get()).stream()
                        .map(part -> part.first() + "-" + part.last())
                        .toList()
                : pool.stream().toList();
    }

    private static String range(LoadBalancerPool pool) {
        return pool.start() + "-" + pool.end();
    }
}
