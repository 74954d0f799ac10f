package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The provider for containers on a Docker engine, on this machine or another one. */
public final class LocalProvider implements InfrastructureProvider {
    private static final String TALOS_IMAGE = "ghcr.io/siderolabs/talos";

    /** Talos does not install itself in a container, so the disk is never written. */
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "local",
            "Local",
            Hosting.ON_PREMISES,
            "container",
            Optional.of("eth0"),
            "/dev/sda",
            true,
            List.of(),
            50,
            Addressing.BOUND);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new LocalDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ConfigKeys keys() {
        return LocalConfigKeys.IN_A_FILE;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        int before = section.problems().problems().size();
        ConfigSettings settings = section.read(LocalConfigKeys.IN_A_FILE);
        reportImage(settings);
        Map<String, Object> values = new HashMap<>();
        settings.find(LocalConfigKeys.DOCKER_HOST)
                .ifPresent(host -> values.put(LocalConfigKeys.DOCKER_HOST.name(), host));
        settings.find(LocalConfigKeys.IMAGE).ifPresent(image -> values.put(LocalConfigKeys.IMAGE.name(), image));
        settings.find(LocalConfigKeys.ACCESS)
                .ifPresent(access ->
                        values.put(LocalConfigKeys.ACCESS.name(), access.name().toLowerCase(Locale.ROOT)));
        return section.problems().problems().size() == before
                ? Optional.of(new ProviderSectionValues(values, Credentials.none()))
                : Optional.empty();
    }

    private static void reportImage(ConfigSettings settings) {
        settings.find(LocalConfigKeys.IMAGE).ifPresent(image -> {
            try {
                ImageName.parse(image);
            } catch (ButlerException _) {
                settings.report(
                        LocalConfigKeys.IMAGE,
                        "is not a valid image name",
                        "use a name such as ghcr.io/siderolabs/talos:v1.12.1");
            }
        });
    }

    @Override
    public ProviderSectionValues complete(ProviderSectionValues values, String talosVersion) {
        Map<String, Object> settings = new HashMap<>(values.settings());
        settings.putIfAbsent(LocalConfigKeys.IMAGE.name(), TALOS_IMAGE + ":" + talosVersion);
        return new ProviderSectionValues(settings, values.credentials());
    }

    @Override
    public boolean usesDocker() {
        return true;
    }

    /** A user of a Docker engine has the permissions of root on its host. */
    @Override
    public boolean isForPlatformOnly() {
        return true;
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        ConfigSettings settings = access.section().read(LocalConfigKeys.IN_A_RESOURCE);
        reportImage(settings);
        if (!access.section().problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid settings of the provider local.",
                    access.section().problems().problems());
        }
        DockerEngine engine = settings.find(LocalConfigKeys.DOCKER_HOST)
                .map(host -> DockerEngine.at(URI.create(host)))
                .orElseGet(DockerEngine::ofThisUser);
        return new LocalEngineConnection(
                engine,
                settings.find(LocalConfigKeys.IMAGE).map(ImageName::parse),
                settings.find(LocalConfigKeys.ACCESS).orElse(MachineAccess.AUTO));
    }
}
