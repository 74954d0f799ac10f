package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The installed infrastructure providers. Immutable. */
public final class ProviderRegistry {
    private final List<InfrastructureProvider> all;

    public ProviderRegistry(List<InfrastructureProvider> all) {
        this.all = all.stream()
                .sorted(Comparator.comparing(provider -> provider.profile().name()))
                .toList();
    }

    /** Loads the providers on the class path. */
    public static ProviderRegistry load() {
        return new ProviderRegistry(ServiceLoader.load(InfrastructureProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
    }

    public List<InfrastructureProvider> all() {
        return all;
    }

    public Optional<InfrastructureProvider> find(String name) {
        return all.stream()
                .filter(provider -> provider.profile().name().equals(name))
                .findFirst();
    }

    public InfrastructureProvider require(String name) {
        return find(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Unknown provider \"%s\".".formatted(name),
                        "Use one of: %s.".formatted(names())));
    }

    private String names() {
        return all.stream().map(provider -> provider.profile().name()).collect(Collectors.joining(", "));
    }
}
