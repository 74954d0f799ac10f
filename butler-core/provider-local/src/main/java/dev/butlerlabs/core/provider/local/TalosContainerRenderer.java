package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.MachineContainerSpec;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the container of a machine as Talos expects it. Pure functions. */
final class TalosContainerRenderer {
    private static final int KUBERNETES_PORT = 6443;
    private static final int TALOS_PORT = 50_000;

    private TalosContainerRenderer() {}

    /** Returns the ports of a machine that clients use. */
    static List<Integer> ports(MachineSpec spec) {
        return spec.role() == MachineRole.CONTROL_PLANE ? List.of(KUBERNETES_PORT, TALOS_PORT) : List.of(TALOS_PORT);
    }

    /** @param ports ports of the host by port of the container */
    static MachineContainerSpec of(MachineSpec spec, ImageName image, String network, Map<Integer, Integer> ports) {
        Map<String, String> marks = OwnershipTags.marks(spec.id());
        Map<String, String> labels = new HashMap<>(spec.labels());
        labels.putAll(marks);
        return new MachineContainerSpec(
                spec.id().name(),
                image,
                labels,
                environment(spec),
                MachineVolumes.byDirectory(spec.id().name()),
                marks,
                List.of("/run", "/system", "/tmp"),
                Map.of("net.ipv6.conf.all.disable_ipv6", "0"),
                network,
                spec.address().map(MachineAddress::ip),
                ports,
                spec.cpu(),
                spec.memoryMiB());
    }

    /** Without user data Talos starts in maintenance mode. */
    private static List<String> environment(MachineSpec spec) {
        List<String> environment = new ArrayList<>();
        environment.add("PLATFORM=container");
        environment.add("TALOSSKU=%dCPU-%dRAM".formatted(spec.cpu(), spec.memoryMiB()));
        encodedUserData(spec).ifPresent(text -> environment.add("USERDATA=" + text));
        return environment;
    }

    /** Returns the user data as the container receives it. */
    static Optional<String> encodedUserData(MachineSpec spec) {
        return spec.userData()
                .map(text -> Base64.getEncoder().encodeToString(text.value().getBytes(StandardCharsets.UTF_8)));
    }
}
