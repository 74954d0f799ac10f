package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.Namespaces;
import java.util.Objects;
import java.util.Optional;

/**
 * In which namespaces new tenant clusters can be created. Pure functions.
 *
 * @param spec the settings of the platform; empty if there are none
 */
public record MultiTenancyRules(Optional<ButlerConfigSpec> spec) {
    public MultiTenancyRules {
        Objects.requireNonNull(spec, "spec");
    }

    /** Returns the mode of multi-tenancy. Without one, a tenant cluster can be created in every namespace. */
    public Optional<Mode> mode() {
        return spec.map(ButlerConfigSpec::multiTenancy).map(MultiTenancy::mode);
    }

    /** Returns whether the mode permits a new tenant cluster in a namespace. */
    public boolean permits(String namespace, boolean belongsToTeam) {
        boolean isShared = namespace.equals(sharedNamespace());
        return mode().map(mode -> switch (mode) {
                    case ENFORCED -> belongsToTeam;
                    case OPTIONAL -> belongsToTeam || isShared;
                    case DISABLED -> isShared;
                })
                .orElse(true);
    }

    /** Returns the namespace of tenant clusters without a team. */
    public String sharedNamespace() {
        return spec.map(ButlerConfigSpec::defaultNamespace)
                .filter(name -> !name.isBlank())
                .orElse(Namespaces.TENANTS);
    }
}
