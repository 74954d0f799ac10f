package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Section;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.config.Shapes;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderAccess;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderProfileBuilder;
import dev.butlerlabs.core.provider.ProviderSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Toy servers as infrastructure. Everything it needs to know is in the credentials, so a ProviderConfig has no section for it. */
public final class ToyProvider implements InfrastructureProvider {
    static final String NAME = "toy";

    private static final Key<SensitiveText> ADDRESS = Key.required("address", Shapes.secret(), "Where the server is.");
    private static final Key<SensitiveText> TOKEN = Key.required("token", Shapes.secret(), "What lets in.");
    private static final Keys KEYS = Keys.of(ADDRESS, TOKEN);

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
    public Keys keys() {
        return KEYS;
    }

    @Override
    public Optional<ProviderSetup> read(Section section) {
        Settings settings = section.read(KEYS);
        return settings.find(ADDRESS)
                .flatMap(address -> settings.find(TOKEN)
                        .map(token -> new ProviderSetup(
                                Map.of(), new Credentials(Map.of("address", address, "token", token)))));
    }

    @Override
    public Infrastructure connect(ProviderAccess access) {
        return new ToyInfrastructure(
                access.credentials().require("address").value(),
                access.credentials().require("token"));
    }
}
