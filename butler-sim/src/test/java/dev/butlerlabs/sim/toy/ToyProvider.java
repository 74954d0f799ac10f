package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueTypes;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Toy servers as infrastructure. Everything it needs to know is in the credentials, so a ProviderConfig has no section for it. */
public final class ToyProvider implements InfrastructureProvider {
    static final String NAME = "toy";

    private static final ConfigKey<SensitiveText> ADDRESS =
            ConfigKey.required("address", ConfigValueTypes.secret(), "Where the server is.");
    private static final ConfigKey<SensitiveText> TOKEN =
            ConfigKey.required("token", ConfigValueTypes.secret(), "What lets in.");
    private static final ConfigKeys KEYS = ConfigKeys.of(ADDRESS, TOKEN);

    @Override
    public ProviderProfile profile() {
        return ProviderProfileBuilder.builder()
                .name(NAME)
                .title("Toy")
                .hosting(Hosting.ON_PREMISES)
                .talosPlatform("nocloud")
                .vipInterface(Optional.empty())
                .installDisk("/dev/vda")
                .addressing(Addressing.REFUSED)
                .credentials(List.of(
                        new CredentialKey("address", true, "Where the server is."),
                        new CredentialKey("token", true, "What lets in.")))
                .clusterNameLimit(40)
                .build();
    }

    @Override
    public ConfigKeys keys() {
        return KEYS;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        ConfigSettings settings = section.read(KEYS);
        return settings.find(ADDRESS)
                .flatMap(address -> settings.find(TOKEN)
                        .map(token -> new ProviderSectionValues(
                                Map.of(), new Credentials(Map.of("address", address, "token", token)))));
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        return new ToyInfrastructure(
                access.credentials().require("address").value(),
                access.credentials().require("token"));
    }
}
