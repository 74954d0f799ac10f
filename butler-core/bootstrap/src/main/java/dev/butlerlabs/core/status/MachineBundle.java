package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.support.BundleCollection;
import dev.butlerlabs.core.talos.client.LogQuery;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Adds versions, services, logs and kernel messages of machines to a bundle. */
final class MachineBundle {
    private static final int LAST_LINES = 5_000;

    private final TalosMachineAccess access;
    private final BundleCollection bundle;

    MachineBundle(TalosMachineAccess access, BundleCollection bundle) {
        this.access = access;
        this.bundle = bundle;
    }

    void add(NodeAddress address) {
        String directory = "machines/" + address.toString().replace(':', '-') + "/";
        try (TalosClient client = access.connect(address)) {
            // A machine that does not answer is asked only once.
            List<NodeService> services = client.services().stream()
                    .sorted(Comparator.comparing(NodeService::id))
                    .toList();
            bundle.text(directory + "dmesg.log", () -> captured(client::kernelLog));
            services.forEach(service -> bundle.text(
                    directory + "logs/" + service.id() + ".log",
                    () -> captured(target ->
                            client.logs(new LogQuery(service.id(), OptionalInt.of(LAST_LINES), false), target))));
            bundle.text(directory + "services.txt", () -> services(services));
            bundle.text(directory + "version.txt", version(client));
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            bundle.failed(directory, e.getMessage());
        }
    }

    private static String captured(Consumer<OutputStream> source) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        source.accept(content);
        return content.toString(StandardCharsets.UTF_8);
    }

    private static String services(List<NodeService> services) {
        return services.stream()
                .map(service ->
                        "%s %s %s %s\n".formatted(service.id(), service.state(), service.health(), service.message()))
                .collect(Collectors.joining());
    }

    private static Supplier<String> version(TalosClient client) {
        return () -> "hostname %s\ntalos %s\nstatus %s\n"
                .formatted(client.hostname(), client.version().tag(), client.status());
    }
}
