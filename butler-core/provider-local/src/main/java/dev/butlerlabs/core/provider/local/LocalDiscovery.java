package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds a subnet that no other network of the Docker engine uses. */
final class LocalDiscovery implements SettingsDiscovery {
    private static final int SUBNETS = 250;

    @Override
    public List<SettingQuestion> questions() {
        return List.of(SettingQuestion.optional(
                        "dockerHost", Kind.TEXT, "Address of the Docker engine; empty for the one that docker uses")
                .withVariable("DOCKER_HOST"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(LocalConfigKeys.IN_A_FILE);
        return new Engine(given.find(LocalConfigKeys.DOCKER_HOST)
                .map(host -> DockerEngine.at(URI.create(host)))
                .orElseGet(DockerEngine::ofThisUser));
    }

    private record Engine(DockerEngine docker) implements DiscoveryConnection {
        @Override
        public String verify() {
            DockerVersion version = LocalErrorMapper.call(docker::version);
            return "Docker %s at %s".formatted(version.engine(), docker.host());
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            return List.of();
        }

        @Override
        public Optional<DiscoveredNetwork> network(ConfigSection answers) {
            List<IpRange> used = LocalErrorMapper.call(docker.networks()::all).stream()
                    .flatMap(network -> network.subnets().stream())
                    .flatMap(subnet -> CidrBlock.tryParse(subnet).stream())
                    .map(CidrBlock::range)
                    .toList();
            return IntStream.range(0, SUBNETS)
                    .mapToObj(number -> CidrBlock.parse("10.5.%d.0/24".formatted(number)))
                    .filter(subnet -> used.stream()
                            .noneMatch(range ->
                                    range.first().isSameFamily(subnet.first()) && range.overlaps(subnet.range())))
                    .findFirst()
                    .map(subnet -> new DiscoveredNetwork(subnet, List.of()));
        }

        @Override
        public void close() {
            docker.close();
        }
    }
}
