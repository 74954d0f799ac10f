package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.bootstrap.BootstrapFileKeys;
import dev.butlerlabs.core.config.bootstrap.ClusterKeys;
import dev.butlerlabs.core.config.bootstrap.ConfigDraft;
import dev.butlerlabs.core.config.bootstrap.ConfigRule;
import dev.butlerlabs.core.config.bootstrap.ConfigRules;
import dev.butlerlabs.core.config.bootstrap.TalosKeys;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.List;
import java.util.Optional;

/** Validates a file with the provider: its own section, and the maximum length of names. */
final class ProviderSectionRule implements ConfigRule {
    private final ProviderRegistry providers;
    private final Optional<String> expected;
    private Optional<ProviderSectionValues> setup = Optional.empty();

    ProviderSectionRule(ProviderRegistry providers, Optional<String> expected) {
        this.providers = providers;
        this.expected = expected;
    }

    @Override
    public void check(ConfigDraft draft) {
        expected.ifPresent(name -> ConfigRules.forProvider(name).check(draft));
        ConfigRules.oneOf(names()).check(draft);
        draft.provider().flatMap(providers::find).ifPresent(provider -> check(draft, provider));
    }

    private List<String> names() {
        return providers.all().stream()
                .map(provider -> provider.profile().name())
                .toList();
    }

    private void check(ConfigDraft draft, InfrastructureProvider provider) {
        setup = draft.providerSection()
                .flatMap(provider::read)
                .flatMap(values -> draft.find(BootstrapFileKeys.TALOS, TalosKeys.VERSION)
                        .map(version -> provider.complete(values, version)));
        checkName(draft, provider);
        checkDelivery(draft, provider.profile());
        checkImage(draft, provider);
        checkFactory(draft);
        switch (provider.profile().hosting()) {
            case ON_PREMISES -> ConfigRules.virtualAddressNeeded().check(draft);
            case CLOUD -> ConfigRules.virtualAddressUnused().check(draft);
        }
        switch (provider.profile().addressing()) {
            case REFUSED ->
                ConfigRules.nodeAddressesRefused(provider.profile().title()).check(draft);
            case TOLD -> ConfigRules.gatewayNeeded().check(draft);
            case BOUND -> {}
        }
    }

    private static void checkDelivery(ConfigDraft draft, ProviderProfile profile) {
        ConfigRule rule = profile.userData()
                ? ConfigRules.userDataNeedsAddress(profile.hosting() == Hosting.ON_PREMISES)
                : ConfigRules.userDataUnknown(profile.title());
        rule.check(draft);
    }

    private static void checkImage(ConfigDraft draft, InfrastructureProvider provider) {
        Optional<ConfigSettings> talos = draft.root()
                .find(BootstrapFileKeys.TALOS)
                .filter(settings -> settings.find(TalosKeys.IMAGE).isPresent());
        talos.filter(_ -> provider.image().isEmpty())
                .ifPresent(settings -> settings.report(
                        TalosKeys.IMAGE,
                        "is not supported: Butler cannot import images into %s"
                                .formatted(provider.profile().title()),
                        "remove it, and set the image in the provider section"));
        talos.filter(settings -> !settings.isGiven(TalosKeys.SCHEMATIC))
                .ifPresent(settings -> settings.report(
                        TalosKeys.IMAGE,
                        "requires the key schematic",
                        "set it to the ID of a schematic with the extensions that the infrastructure requires"));
    }

    private static void checkFactory(ConfigDraft draft) {
        Optional<ConfigSettings> talos = draft.root().find(BootstrapFileKeys.TALOS);
        talos.filter(settings -> settings.find(TalosKeys.IMAGE).isEmpty())
                .ifPresent(settings -> List.of(TalosKeys.ARCH, TalosKeys.FACTORY).stream()
                        .filter(settings::isGiven)
                        .forEach(key -> settings.warn(key, "is not used without image: auto", "add image: auto")));
        Optional<ConfigSettings> factory = talos.flatMap(settings -> settings.find(TalosKeys.FACTORY));
        factory.filter(settings ->
                        settings.isGiven(TalosKeys.FACTORY_USERNAME) != settings.isGiven(TalosKeys.FACTORY_PASSWORD))
                .ifPresent(settings -> settings.report(
                        settings.isGiven(TalosKeys.FACTORY_USERNAME)
                                ? TalosKeys.FACTORY_USERNAME
                                : TalosKeys.FACTORY_PASSWORD,
                        "requires both username and password",
                        "set both, or a token"));
        factory.filter(settings ->
                        settings.isGiven(TalosKeys.FACTORY_TOKEN) && settings.isGiven(TalosKeys.FACTORY_USERNAME))
                .ifPresent(settings -> settings.report(
                        TalosKeys.FACTORY_TOKEN, "cannot be combined with username", "set one of them"));
    }

    private static void checkName(ConfigDraft draft, InfrastructureProvider provider) {
        int limit = provider.profile().clusterNameLimit();
        Optional<ConfigSettings> cluster = draft.root().find(BootstrapFileKeys.CLUSTER);
        cluster.flatMap(settings -> settings.find(ClusterKeys.NAME))
                .filter(name -> name.length() > limit)
                .ifPresent(name -> cluster.get()
                        .report(
                                ClusterKeys.NAME,
                                "is longer than the %d characters that %s allows"
                                        .formatted(limit, provider.profile().title()),
                                "choose a shorter name"));
    }

    /** Returns the parsed provider section; empty if it has problems. */
    Optional<ProviderSectionValues> setup() {
        return setup;
    }
}
