package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.VolumeOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Converts the specification of a machine container to an API request. */
final class MachineContainerCreateRequest {
    private static final long BYTES_PER_MIB = 1L << 20;
    private static final long NANO_CPUS = 1_000_000_000L;
    private static final String LOOPBACK = "127.0.0.1";

    private MachineContainerCreateRequest() {}

    static CreateContainerCmd command(DockerClient client, MachineContainerSpec spec) {
        CreateContainerCmd command = client.createContainerCmd(spec.image().wanted())
                .withName(spec.name())
                .withHostName(spec.name())
                .withLabels(spec.labels())
                .withEnv(spec.environment())
                .withExposedPorts(
                        spec.ports().keySet().stream().map(ExposedPort::tcp).toList())
                .withHostConfig(hostConfiguration(spec));
        return spec.address().map(command::withIpv4Address).orElse(command);
    }

    private static HostConfig hostConfiguration(MachineContainerSpec spec) {
        return HostConfig.newHostConfig()
                .withPrivileged(true)
                .withSecurityOpts(List.of("seccomp=unconfined"))
                .withReadonlyRootfs(true)
                .withMounts(mounts(spec))
                .withSysctls(spec.sysctls())
                .withNanoCPUs(spec.cpus() * NANO_CPUS)
                .withMemory(spec.memoryMiB() * BYTES_PER_MIB)
                .withNetworkMode(spec.network())
                .withRestartPolicy(RestartPolicy.unlessStoppedRestart())
                .withPortBindings(spec.ports().entrySet().stream()
                        .map(port -> new PortBinding(
                                Ports.Binding.bindIpAndPort(LOOPBACK, port.getValue()), ExposedPort.tcp(port.getKey())))
                        .toList());
    }

    private static List<Mount> mounts(MachineContainerSpec spec) {
        Stream<Mount> temporary = spec.temporary().stream()
                .map(path -> new Mount().withType(MountType.TMPFS).withTarget(path));
        Stream<Mount> volumes = spec.volumes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(volume -> new Mount()
                        .withType(MountType.VOLUME)
                        .withSource(volume.getValue())
                        .withTarget(volume.getKey())
                        .withVolumeOptions(new VolumeOptions().withLabels(spec.volumeLabels())));
        return Stream.concat(temporary, volumes).toList();
    }
}
