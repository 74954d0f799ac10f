package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.change.TenantMachine;
import java.util.List;

/** Table layout of worker machines. */
final class MachineTable {
    static final TableLayout<TenantMachine> LISTING = TableLayout.of(
            List.of(
                    Column.of("name", TenantMachine::name),
                    Column.of("node", machine -> machine.node().orElse("-")),
                    Column.of("phase", TenantMachine::phase),
                    Column.of("version", machine -> machine.version().orElse("-")),
                    Column.of("address", machine -> machine.address().orElse("-"))),
            machine -> "machine.cluster.x-k8s.io/" + machine.name(),
            TenantMachine::document);

    private MachineTable() {}
}
