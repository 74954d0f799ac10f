package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import java.util.Locale;
import java.util.Optional;

/** How Butler obtains tokens. */
enum AzureIdentity {
    /** The secret of an application. */
    CLIENT_SECRET,
    /** A token of a Kubernetes service account, in a file of this process, that Microsoft Entra ID exchanges. */
    WORKLOAD_IDENTITY,
    /** The identity of the virtual machine that runs Butler. */
    MANAGED_IDENTITY;

    /** Returns whether the identity is that of Butler instead of one in the credentials. */
    boolean isOfThisProcess() {
        return this != CLIENT_SECRET;
    }

    /** Returns whether the settings of a ProviderConfig use the identity of this process. */
    static boolean isOfThisProcess(ProviderConfigSpec spec) {
        return Optional.ofNullable(spec.azure())
                .map(ProviderConfigSpec.Azure::identity)
                .filter(identity -> identity != ProviderConfigSpec.Azure.Identity.CLIENT_SECRET)
                .isPresent();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
