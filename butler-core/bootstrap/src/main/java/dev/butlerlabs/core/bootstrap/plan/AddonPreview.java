package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.addon.AddonBundle;
import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.addon.RegistryMirrors;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists the addons of a bootstrap file, without connecting to a cluster. Thread-safe. */
public final class AddonPreview {
    private AddonPreview() {}

    /**
     * Returns the charts and images of the addons.
     *
     * @param mirrors endpoints by registry host, in addition to those in the file
     * @throws ButlerException if the file names an unknown addon
     */
    public static AddonBundle bundle(BootstrapPlan plan, Map<String, List<String>> mirrors) {
        ClusterBootstrapSpec spec = plan.resources().clusterBootstrap().getSpec();
        AddonSelection choice = AddonVersionPlanner.of(
                ManagementClusterPlan.of(spec, plan.provider().profile()));
        PlatformAddons addons = PlatformAddons.shipped();
        requireKnown(addons.unknown(choice));
        return AddonBundle.of(addons.wanted(choice), choice.places(), mirrors(spec, mirrors));
    }

    private static void requireKnown(Set<String> unknown) {
        if (!unknown.isEmpty()) {
            throw ButlerException.invalid(
                    "The file requests addons that do not exist.",
                    unknown.stream()
                            .map(name -> new InputProblem("addons", "unknown addon " + name))
                            .toList());
        }
    }

    private static RegistryMirrors mirrors(ClusterBootstrapSpec spec, Map<String, List<String>> more) {
        Map<String, List<String>> all =
                new LinkedHashMap<>(RegistryMirrorPatchReader.of(spec.talos().configPatches()));
        more.forEach((host, addresses) -> {
            List<String> both = new ArrayList<>(addresses);
            both.addAll(all.getOrDefault(host, List.of()));
            all.put(host, both);
        });
        return new RegistryMirrors(all);
    }
}
