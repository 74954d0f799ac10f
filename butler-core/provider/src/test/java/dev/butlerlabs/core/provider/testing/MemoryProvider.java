package dev.butlerlabs.core.provider.testing;

import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderProfileBuilder;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A kind of infrastructure that lives in memory; every connection leads to the same one, and connections are counted. */
public final class MemoryProvider implements InfrastructureProvider {
    public static final String TOKEN = "token";

    private final String name;
    private final MemoryInfrastructure infrastructure = new MemoryInfrastructure();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final List<String> closed = new CopyOnWriteArrayList<>();

    public MemoryProvider(String name) {
        this.name = name;
    }

    public MemoryInfrastructure infrastructure() {
        return infrastructure;
    }

    /** The credentials of every connection that was opened, in order. */
    public List<String> opened() {
        return new ArrayList<>(tokens);
    }

    /** The credentials of every connection that was closed, in order. */
    public List<String> closed() {
        return new ArrayList<>(closed);
    }

    @Override
    public ProviderProfile profile() {
        return ProviderProfileBuilder.builder()
                .name(name)
                .title("Memory")
                .hosting(Hosting.ON_PREMISES)
                .talosPlatform("nocloud")
                .vipInterface(Optional.empty())
                .installDisk("/dev/vda")
                .addressing(Addressing.REFUSED)
                .credentials(List.of(new CredentialKey(TOKEN, true, "anything")))
                .clusterNameLimit(40)
                .build();
    }

    @Override
    public ConfigKeys keys() {
        return ConfigKeys.of();
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        return Optional.of(new ProviderSectionValues(Map.of(), Credentials.none()));
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        String token = access.credentials().require(TOKEN).value();
        if (token.equals("malformed")) {
            throw new ButlerException(ErrorCode.INVALID_INPUT, "The token is malformed.", "Make a new one.");
        }
        tokens.add(token);
        return infrastructure.connection(() -> closed.add(token));
    }
}
