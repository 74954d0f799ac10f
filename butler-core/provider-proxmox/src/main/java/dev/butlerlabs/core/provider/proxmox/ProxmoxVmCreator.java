package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Requests new virtual machines. */
final class ProxmoxVmCreator {
    private static final int MOST_ATTEMPTS = 16;

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxVmLocator locator;
    private final ProxmoxTaskReader tasks;
    private final ProxmoxNodeSelector nodes;
    private final ProxmoxVmForm forms;

    ProxmoxVmCreator(
            ProxmoxClient client, ProxmoxSettings settings, ProxmoxVmLocator locator, ProxmoxTaskReader tasks) {
        this.client = client;
        this.settings = settings;
        this.locator = locator;
        this.tasks = tasks;
        this.nodes = new ProxmoxNodeSelector(client, settings);
        this.forms = new ProxmoxVmForm(settings);
    }

    /**
     * Requests a virtual machine with the first free VM ID in the order of the machine. If another one took the ID meanwhile, it can
     * be that of an earlier request whose response was lost: nothing is requested then, and the next search decides.
     *
     * @return the task; empty if the machine may exist now
     */
    Optional<ProxmoxTask> request(MachineSpec spec, ProxmoxSearchResult.Missing missing) {
        ProxmoxImage image = settings.imageOf(spec);
        String node = nodes.select(spec, image, missing.entries());
        Set<Integer> used = missing.entries().stream().map(ProxmoxVmEntry::id).collect(Collectors.toSet());
        List<Integer> free = settings.ids()
                .orderFor(spec.id())
                .filter(id -> !used.contains(id))
                .limit(MOST_ATTEMPTS)
                .boxed()
                .toList();
        for (int id : free) {
            Optional<ProxmoxTask> task = request(spec, image, node, id, missing.entries());
            if (task.isPresent() || isVisible(id)) {
                return task;
            }
        }
        throw new ButlerException(
                ErrorCode.QUOTA,
                "No VM ID from %d to %d is free for machine %s."
                        .formatted(
                                settings.ids().start(),
                                settings.ids().end(),
                                spec.id().name()),
                "Use a larger range of VM IDs.");
    }

    /** Returns whether the user can see a virtual machine; others use VM IDs as well. */
    private boolean isVisible(int id) {
        return locator.list().stream().anyMatch(entry -> entry.id() == id);
    }

    private Optional<ProxmoxTask> request(
            MachineSpec spec, ProxmoxImage image, String node, int id, List<ProxmoxVmEntry> entries) {
        return switch (image) {
            case ProxmoxImage.Volume volume ->
                client.create("/nodes/" + node + "/qemu", forms.create(spec, id, volume));
            case ProxmoxImage.Template template -> {
                String source = ProxmoxNodeSelector.templateNode(template, entries);
                Optional<String> target = Optional.of(node).filter(name -> !name.equals(source));
                Optional<ProxmoxTask> task = client.create(
                        ObservedProxmoxVm.path(source, template.vmId()) + "/clone", forms.clone(spec, id, target));
                task.ifPresent(clone -> tasks.remember(clone, id));
                yield task;
            }
        };
    }
}
