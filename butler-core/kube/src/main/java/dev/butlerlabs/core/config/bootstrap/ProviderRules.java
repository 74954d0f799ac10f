package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.List;

/** Warns about sections of providers other than the configured one: users keep several in one file, or the name is misspelt. */
final class ProviderRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.provider()
                .ifPresent(provider -> draft.root()
                        .find(BootstrapFileKeys.PROVIDER_CONFIG)
                        .ifPresent(sections -> sections.names().stream()
                                .filter(name -> !name.equals(provider))
                                .forEach(name -> unused(sections, name, provider))));
    }

    private static void unused(ConfigSection sections, String name, String provider) {
        boolean meant = !sections.names().contains(provider)
                && name.length() < 64
                && SpellingSuggestion.to(name, List.of(provider)).isPresent();
        sections.sectionOrEmpty(name)
                .warn(
                        "is not used: the provider is " + provider,
                        meant ? "the section must have the name of the provider" : "");
    }
}
