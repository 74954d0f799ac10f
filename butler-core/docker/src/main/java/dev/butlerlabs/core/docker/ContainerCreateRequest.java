package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.Volume;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Converts a container specification to an API request. */
final class ContainerCreateRequest {
    private ContainerCreateRequest() {}

    static CreateContainerCmd command(DockerClient client, ContainerSpec spec) {
        return client.createContainerCmd(spec.image().wanted())
                .withName(spec.name())
                .withHostName(spec.name())
                .withTty(true)
                .withLabels(spec.labels())
                .withEnv(spec.environment())
                .withVolumes(spec.volumes().stream().map(Volume::new).toList())
                .withExposedPorts(ExposedPort.tcp(spec.port().inside()))
                .withHostConfig(hostConfiguration(spec));
    }

    private static HostConfig hostConfiguration(ContainerSpec spec) {
        HostConfig configuration = HostConfig.newHostConfig()
                .withPrivileged(true)
                .withSecurityOpts(List.of("seccomp=unconfined", "apparmor=unconfined"))
                .withTmpFs(spec.temporary().stream().collect(Collectors.toMap(Function.identity(), _ -> "")))
                .withBinds(spec.binds().stream().map(Bind::parse).toList())
                .withNetworkMode(spec.network())
                .withCgroupnsMode("private")
                .withInit(false)
                .withRestartPolicy(RestartPolicy.onFailureRestart(1))
                .withExtraHosts(hosts(spec))
                .withPortBindings(new PortBinding(
                        Ports.Binding.bindIpAndPort(
                                spec.port().address(), spec.port().outside()),
                        ExposedPort.tcp(spec.port().inside())));
        return spec.hostUsers() ? configuration.withUsernsMode("host") : configuration;
    }

    private static String[] hosts(ContainerSpec spec) {
        return spec.hosts().entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .sorted()
                .toArray(String[]::new);
    }
}
