package dev.butlerlabs.sim.proxmox;

import java.util.List;

/** The privileges of the user on every path. */
final class PvePrivileges {
    static final List<String> ALL = List.of(
            "Datastore.Allocate",
            "Datastore.AllocateSpace",
            "Datastore.AllocateTemplate",
            "Datastore.Audit",
            "Pool.Audit",
            "SDN.Use",
            "Sys.AccessNetwork",
            "Sys.Audit",
            "VM.Allocate",
            "VM.Audit",
            "VM.Clone",
            "VM.Config.CDROM",
            "VM.Config.CPU",
            "VM.Config.Cloudinit",
            "VM.Config.Disk",
            "VM.Config.HWType",
            "VM.Config.Memory",
            "VM.Config.Network",
            "VM.Config.Options",
            "VM.GuestAgent.Audit",
            "VM.PowerMgmt");

    private PvePrivileges() {}
}
