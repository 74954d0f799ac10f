package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.BootstrapAddons.LoadBalancer;
import dev.butlerlabs.core.api.ControlPlaneExposure.Mode;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.Optional;

/** Checks settings of the platform that depend on each other. */
final class AddonRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root().find(BootstrapFileKeys.EXPOSURE).ifPresent(AddonRules::exposure);
        draft.find(BootstrapFileKeys.ADDONS, AddonKeys.LOAD_BALANCER).ifPresent(balancer -> pools(draft, balancer));
        draft.find(BootstrapFileKeys.ADDONS, AddonKeys.CONSOLE).ifPresent(AddonRules::console);
        poolReferences(draft);
    }

    private static void exposure(ConfigSettings exposure) {
        Mode mode = exposure.find(PlatformKeys.MODE).orElse(Mode.LOAD_BALANCER);
        if (mode != Mode.LOAD_BALANCER && !exposure.isGiven(PlatformKeys.HOSTNAME)) {
            exposure.report(
                    PlatformKeys.HOSTNAME,
                    "is required for mode %s".formatted(EnumFormatter.pascal(mode)),
                    "such as tenants.example.com");
        }
        if (mode == Mode.GATEWAY && !exposure.isGiven(PlatformKeys.GATEWAY_REF)) {
            exposure.report(PlatformKeys.GATEWAY_REF, "is required for mode Gateway", "");
        }
    }

    private static void pools(ConfigDraft draft, ConfigSettings balancer) {
        Optional<AddressUse> pool = draft.root().find(BootstrapFileKeys.NETWORK).flatMap(AddressUseIndex::pool);
        Optional<AddressUse> addresses = AddressUseIndex.addressPool(draft);
        boolean given = draft.find(BootstrapFileKeys.NETWORK, NetworkKeys.LOAD_BALANCER_POOL)
                        .isPresent()
                || balancer.isGiven(AddonKeys.ADDRESS_POOL);
        balancer.find(AddonKeys.BALANCER_TYPE).ifPresent(type -> {
            if (type == LoadBalancer.Type.METALLB && !given) {
                balancer.warn(
                        AddonKeys.BALANCER_TYPE,
                        "is metallb, but no address range is configured",
                        "set network.loadBalancerPool");
            } else if (type == LoadBalancer.Type.NONE && given) {
                balancer.warn(AddonKeys.BALANCER_TYPE, "is none, so the configured addresses are not used", "");
            }
        });
        pool.ifPresent(one -> addresses
                .filter(other -> !same(one, other))
                .ifPresent(other -> other.report(
                        "differs from %s (%s)".formatted(one.path(), one.range()),
                        "remove one of the two; upstream Butler uses %s".formatted(one.path()))));
    }

    private static boolean same(AddressUse one, AddressUse other) {
        return one.range().contains(other.range()) && other.range().contains(one.range());
    }

    private static void console(ConfigSettings console) {
        boolean isUpstream = console.find(ConsoleKeys.TYPE).orElse(BootstrapAddons.Console.Type.BUTLER)
                == BootstrapAddons.Console.Type.UPSTREAM;
        Optional<ConfigSettings> ingress = console.find(ConsoleKeys.INGRESS);
        if (isUpstream) {
            ingress.ifPresent(AddonRules::certificate);
            return;
        }
        if (console.find(ConsoleKeys.ENABLED).orElse(false) && !hasAddress(console, ingress)) {
            console.report(
                    ConsoleKeys.INGRESS,
                    "is required, because the console needs a public address",
                    "set ingress.enabled: true, or values.baseUrl: https://...");
        }
        ingress.filter(settings -> !settings.find(ConsoleKeys.TLS).orElse(true))
                .ifPresent(settings -> settings.report(
                        ConsoleKeys.TLS,
                        "is false, but the console requires HTTPS",
                        "remove it, or set type: upstream"));
        console.find(ConsoleKeys.AUTH)
                .ifPresent(_ -> console.warn(
                        ConsoleKeys.AUTH,
                        "is not used: it belongs to the type upstream",
                        "see docs/console.md for logging in"));
        console.find(ConsoleKeys.VERSION)
                .ifPresent(_ -> console.warn(
                        ConsoleKeys.VERSION,
                        "is not used: it belongs to the type upstream",
                        "set butlerController.version"));
    }

    private static boolean hasAddress(ConfigSettings console, Optional<ConfigSettings> ingress) {
        return ingress.flatMap(settings -> settings.find(ConsoleKeys.INGRESS_ENABLED))
                        .orElse(false)
                || console.find(ConsoleKeys.VALUES)
                        .filter(values -> values.containsKey("baseUrl"))
                        .isPresent();
    }

    private static void certificate(ConfigSettings ingress) {
        if (ingress.isGiven(ConsoleKeys.TLS_SECRET)
                && !ingress.find(ConsoleKeys.TLS).orElse(false)) {
            ingress.warn(ConsoleKeys.TLS_SECRET, "is not used: tls is not enabled", "set tls: true");
        }
    }

    private static void poolReferences(ConfigDraft draft) {
        Optional<String> made = draft.find(BootstrapFileKeys.NETWORK_POOL, PlatformKeys.POOL_NAME);
        draft.find(BootstrapFileKeys.PROVIDER_NETWORK, PlatformKeys.POOL_REFS)
                .ifPresent(references -> references.forEach(reference -> reference
                        .find(PlatformKeys.REFERENCE_NAME)
                        .filter(name -> !made.equals(Optional.of(name)))
                        .ifPresent(_ -> reference.warn(
                                PlatformKeys.REFERENCE_NAME,
                                "refers to a NetworkPool that this file does not define",
                                "tenant clusters wait until it exists"))));
    }
}
