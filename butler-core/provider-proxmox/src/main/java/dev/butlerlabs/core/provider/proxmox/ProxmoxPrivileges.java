package dev.butlerlabs.core.provider.proxmox;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The privileges that the provider needs, by the object they apply to. */
final class ProxmoxPrivileges {
    static final Set<String> ON_MACHINES = Set.of(
            "VM.Allocate",
            "VM.Audit",
            "VM.Config.CDROM",
            "VM.Config.CPU",
            "VM.Config.Cloudinit",
            "VM.Config.Disk",
            "VM.Config.HWType",
            "VM.Config.Memory",
            "VM.Config.Network",
            "VM.Config.Options",
            "VM.PowerMgmt");
    static final Set<String> ON_TEMPLATE = Set.of("VM.Audit", "VM.Clone");
    static final Set<String> ON_STORAGE = Set.of("Datastore.AllocateSpace", "Datastore.Audit");
    static final Set<String> ON_NETWORK = Set.of("SDN.Use");
    static final Set<String> ON_CLUSTER = Set.of("Sys.Audit");
    static final Set<String> ON_POOL = Set.of("Pool.Audit");

    /** Needed to transfer images: on the storage of the images, and the last one on the nodes. */
    static final Set<String> FOR_IMAGES =
            Set.of("Datastore.Allocate", "Datastore.AllocateTemplate", "Datastore.Audit", "Sys.AccessNetwork");

    /** One of these is needed to read addresses. The last one exists before Proxmox VE 9 only. */
    static final List<String> GUEST_AGENT = List.of("VM.GuestAgent.Audit", "VM.GuestAgent.Unrestricted", "VM.Monitor");

    private ProxmoxPrivileges() {}

    /** Returns the privileges of a role for Butler. */
    static Set<String> role() {
        Set<String> all = new TreeSet<>(ON_MACHINES);
        all.addAll(ON_TEMPLATE);
        all.addAll(ON_STORAGE);
        all.addAll(ON_NETWORK);
        all.addAll(ON_CLUSTER);
        all.addAll(ON_POOL);
        all.add(GUEST_AGENT.getFirst());
        return all;
    }

    /**
     * The privileges that are needed on one path.
     *
     * @param alternatives one of these is needed as well; none if empty
     */
    record Requirement(String path, Set<String> privileges, List<String> alternatives) {
        Requirement {
            privileges = Set.copyOf(privileges);
            alternatives = List.copyOf(alternatives);
        }

        Set<String> missing(Set<String> granted) {
            Set<String> missing = new TreeSet<>(privileges);
            missing.removeAll(granted);
            if (!alternatives.isEmpty() && alternatives.stream().noneMatch(granted::contains)) {
                missing.add(String.join(" or ", alternatives));
            }
            return missing;
        }
    }

    /** Returns what a plan needs. */
    static List<Requirement> of(ProxmoxSettings settings) {
        String machines = settings.pool()
                .map(pool -> "/pool/" + pool)
                .orElse("/vms/" + settings.ids().start());
        List<Optional<Requirement>> all = List.of(
                Optional.of(new Requirement(machines, ON_MACHINES, GUEST_AGENT)),
                settings.template()
                        .filter(_ -> settings.importVolume().isEmpty())
                        .map(id -> new Requirement("/vms/" + id, ON_TEMPLATE, List.of())),
                Optional.of(new Requirement("/storage/" + settings.storage(), ON_STORAGE, List.of())),
                settings.requiredBridge()
                        .map(bridge -> new Requirement("/sdn/zones/localnetwork/" + bridge, ON_NETWORK, List.of())),
                settings.pool().map(pool -> new Requirement("/pool/" + pool, ON_POOL, List.of())),
                Optional.of(new Requirement("/", ON_CLUSTER, List.of())));
        return all.stream().flatMap(Optional::stream).toList();
    }
}
