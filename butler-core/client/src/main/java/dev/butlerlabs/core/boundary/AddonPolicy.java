package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec;
import java.util.Optional;
import java.util.Set;

/** Decides which addons a team can install on its tenant clusters. Pure functions. */
public final class AddonPolicy {
    /** The reason if a team must not use an addon. */
    public static final String NOT_ALLOWED = "NotAllowed";

    /** Pod networks are not optional: no node becomes ready without one. */
    private static final Set<String> POD_NETWORKS = Set.of("cilium");

    private AddonPolicy() {}

    /** Returns whether the lists of a team permit an addon. An empty list of allowed addons allows all. */
    public static boolean isAllowed(ResourceLimits limits, String addon) {
        return POD_NETWORKS.contains(addon)
                || (!limits.deniedAddons().contains(addon)
                        && (limits.allowedAddons().isEmpty()
                                || limits.allowedAddons().contains(addon)));
    }

    /** Returns the name that the lists are compared with: the addon, or the chart of an addon that is not in the catalog. */
    public static Optional<String> name(TenantAddon addon) {
        Optional<TenantAddonSpec> spec = Optional.ofNullable(addon.getSpec());
        return spec.map(TenantAddonSpec::helm)
                .map(TenantAddonSpec.Helm::chart)
                .or(() -> spec.map(TenantAddonSpec::addon));
    }

    public static String message(String addon) {
        return "the team must not use addon %s.".formatted(addon);
    }
}
