package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.BootstrapAddons.ButlerController;
import dev.butlerlabs.core.api.BootstrapAddons.Capi;
import dev.butlerlabs.core.api.BootstrapAddons.ControlPlaneProvider;
import dev.butlerlabs.core.api.BootstrapAddons.Ingress;
import dev.butlerlabs.core.api.BootstrapAddons.Storage;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProviderRegistry;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Selects the addons of a plan and their versions. An addon that the plan does not mention is installed, except for the console. Pure
 * functions.
 */
public final class AddonVersionPlanner {
    /** Means the default version of the catalog; a chart is never installed at this version. */
    private static final String LATEST = "latest";

    /** Addons that use the Gateway API. */
    private static final Set<String> GATEWAY_API_USERS = Set.of("cilium", "traefik", "butler-console-upstream");

    private final ManagementClusterPlan plan;
    private final Optional<BootstrapAddons> addons;
    private final Set<String> switches = new TreeSet<>();
    private final Map<String, String> versions = new HashMap<>();

    private AddonVersionPlanner(ManagementClusterPlan plan) {
        this.plan = plan;
        this.addons = Optional.ofNullable(plan.spec().addons());
    }

    public static AddonSelection of(ManagementClusterPlan plan) {
        return new AddonVersionPlanner(plan).choose();
    }

    private AddonSelection choose() {
        chooseNetwork();
        chooseServices();
        chooseTenantParts();
        want("gateway-api", needsGatewayApi());
        chooseVersions();
        return new AddonSelection(switches, versions, AddonTemplateValues.of(plan), values());
    }

    private void chooseNetwork() {
        want(
                "virtual-address",
                plan.vip().isPresent()
                        && isOn(
                                BootstrapAddons::controlPlaneHA,
                                part -> part.type() != BootstrapAddons.ControlPlaneHa.Type.NONE));
        want("cilium", isOn(BootstrapAddons::cni, part -> part.type() != BootstrapAddons.Cni.Type.NONE));
        want(
                "metallb",
                AddonTemplateValues.pool(plan).isPresent()
                        && isOn(
                                BootstrapAddons::loadBalancer,
                                part -> part.type() != BootstrapAddons.LoadBalancer.Type.NONE));
        if (plan.profile().hosting() == Hosting.ON_PREMISES && isOn(BootstrapAddons::ingress, Ingress::enabled)) {
            choose(part(BootstrapAddons::ingress).map(Ingress::type).orElse(Ingress.Type.TRAEFIK));
        }
    }

    private void choose(Ingress.Type type) {
        switch (type) {
            case TRAEFIK -> want("traefik", true);
            case NGINX -> want("ingress-nginx", true);
            case NONE -> {}
        }
    }

    private void chooseServices() {
        want("cert-manager", isOn(BootstrapAddons::certManager, BootstrapAddons.CertManager::enabled));
        choose(part(BootstrapAddons::storage).map(Storage::type).orElse(Storage.Type.LONGHORN));
        want(
                "flux",
                isOn(BootstrapAddons::gitOps, BootstrapAddons.GitOps::enabled)
                        && isOn(BootstrapAddons::gitOps, part -> part.type() != BootstrapAddons.GitOps.Type.NONE));
        want(controllers(), isOn(BootstrapAddons::butlerController, ButlerController::enabled));
        want(
                console(),
                part(BootstrapAddons::console)
                        .map(BootstrapAddons.Console::enabled)
                        .orElse(false));
    }

    private String controllers() {
        return part(BootstrapAddons::butlerController)
                .map(ButlerController::type)
                .filter(type -> type == ButlerController.Type.UPSTREAM)
                .map(type -> "butler-controller-upstream")
                .orElse("butler-controller");
    }

    private String console() {
        return part(BootstrapAddons::console)
                .map(BootstrapAddons.Console::type)
                .filter(type -> type == BootstrapAddons.Console.Type.UPSTREAM)
                .map(type -> "butler-console-upstream")
                .orElse("butler-console");
    }

    private Map<String, Map<String, Object>> values() {
        return Map.of(
                controllers(),
                part(BootstrapAddons::butlerController)
                        .map(ButlerController::values)
                        .orElse(Map.of()),
                console(),
                part(BootstrapAddons::console)
                        .map(BootstrapAddons.Console::values)
                        .orElse(Map.of()));
    }

    private boolean needsGatewayApi() {
        return switches.stream().anyMatch(GATEWAY_API_USERS::contains)
                || Optional.ofNullable(plan.spec().controlPlaneExposure())
                        .filter(exposure -> exposure.mode() == ControlPlaneExposure.Mode.GATEWAY)
                        .isPresent();
    }

    private void choose(Storage.Type type) {
        switch (type) {
            case LONGHORN -> want("longhorn", true);
            case LOCAL_PATH -> want("local-path", true);
            case NONE -> {}
        }
    }

    private void chooseTenantParts() {
        boolean machines = isOn(BootstrapAddons::capi, Capi::enabled);
        want("cluster-api", machines);
        if (isOn(BootstrapAddons::controlPlaneProvider, ControlPlaneProvider::enabled)) {
            switch (part(BootstrapAddons::controlPlaneProvider)
                    .map(ControlPlaneProvider::type)
                    .orElse(ControlPlaneProvider.Type.STEWARD)) {
                case STEWARD -> {
                    want("steward", true);
                    want("cluster-api-steward", machines);
                }
                case KAMAJI -> want("kamaji", true);
                case NONE -> {}
            }
        }
        if (machines) {
            ClusterApiProviderRegistry.load()
                    .defaultKinds(plan.profile().name())
                    .map(ClusterApiResourceTypes::provider)
                    .ifPresent(this::wantInfrastructure);
            part(BootstrapAddons::capi).ifPresent(this::wantInfrastructures);
        }
    }

    private void wantInfrastructures(Capi capi) {
        capi.infrastructureProviders().forEach(provider -> {
            wantInfrastructure(provider.name());
            version("cluster-api-" + provider.name(), Optional.ofNullable(provider.version()));
        });
    }

    private void wantInfrastructure(String name) {
        want("cluster-api-" + name, true);
    }

    private void chooseVersions() {
        version("cilium", part(BootstrapAddons::cni).map(BootstrapAddons.Cni::version));
        version("kube-vip", part(BootstrapAddons::controlPlaneHA).map(BootstrapAddons.ControlPlaneHa::version));
        Optional<String> storage = part(BootstrapAddons::storage).map(Storage::version);
        version("longhorn", storage);
        version("local-path", storage);
        version("cert-manager", part(BootstrapAddons::certManager).map(BootstrapAddons.CertManager::version));
        version("cluster-api", part(BootstrapAddons::capi).map(Capi::version));
        version("butler-console-upstream", part(BootstrapAddons::console).map(BootstrapAddons.Console::version));
        Optional<String> ingress = part(BootstrapAddons::ingress).map(Ingress::version);
        version("traefik", ingress);
        version("ingress-nginx", ingress);
        Optional<String> hosting = part(BootstrapAddons::controlPlaneProvider).map(ControlPlaneProvider::version);
        version("steward", hosting);
        version("kamaji", hosting);
    }

    private void version(String addon, Optional<String> version) {
        version.filter(text -> !text.isBlank() && !text.equals(LATEST)).ifPresent(text -> versions.put(addon, text));
    }

    private void want(String name, boolean wanted) {
        if (wanted) {
            switches.add(name);
        }
    }

    private <T> Optional<T> part(Function<BootstrapAddons, T> part) {
        return addons.map(part);
    }

    private <T> boolean isOn(Function<BootstrapAddons, T> part, Function<T, Boolean> choice) {
        return part(part).map(choice).orElse(true);
    }
}
