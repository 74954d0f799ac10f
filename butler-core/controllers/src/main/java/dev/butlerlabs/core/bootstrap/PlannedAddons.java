package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.addon.AddonBundle;
import dev.butlerlabs.core.addon.AddonChoice;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.addon.RegistryMirrors;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The addons that an operator's file asks for, without asking anybody. */
public final class PlannedAddons {
    private PlannedAddons() {}

    /**
     * What has to be fetched for them.
     *
     * @param mirrors endpoints by host of the registry, beside those that the file sets up
     */
    public static AddonBundle bundle(BootstrapPlan plan, Map<String, List<String>> mirrors) {
        ClusterBootstrapSpec spec = plan.resources().clusterBootstrap().getSpec();
        AddonChoice choice =
                AddonChoices.of(ClusterPlan.of(spec, plan.provider().profile()));
        PlatformAddons addons = PlatformAddons.shipped();
        requireKnown(addons.unknown(choice));
        return AddonBundle.of(addons.wanted(choice), choice.places(), mirrors(spec, mirrors));
    }

    private static void requireKnown(Set<String> unknown) {
        if (!unknown.isEmpty()) {
            throw ButlerException.invalid(
                    "The file asks for addons that do not exist.",
                    unknown.stream()
                            .map(name -> new Problem("addons", "nothing is known of " + name))
                            .toList());
        }
    }

    private static RegistryMirrors mirrors(ClusterBootstrapSpec spec, Map<String, List<String>> more) {
        Map<String, List<String>> all =
                new LinkedHashMap<>(PatchedMirrors.of(spec.talos().configPatches()));
        more.forEach((host, addresses) -> {
            List<String> both = new ArrayList<>(addresses);
            both.addAll(all.getOrDefault(host, List.of()));
            all.put(host, both);
        });
        return new RegistryMirrors(all);
    }
}
