package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDiff;
import dev.butlerlabs.core.tenant.change.TenantDiff.Difference;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares TenantClusters with the result of a server-side dry-run apply. */
record DiffAction(CommandContext session, CommonOptions common, OutputOptions output) {
    boolean show(KubernetesClient client, List<TenantDocument> documents) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        List<Difference> all = new ArrayList<>();
        for (TenantDocument document : documents) {
            ObjectName name = document.objectName(Namespaces.TENANTS);
            all.addAll(TenantDiff.between(name.toString(), clusters.findTree(name), clusters.apply(document, true)));
        }
        print(all);
        return !all.isEmpty();
    }

    private void print(List<Difference> all) {
        OutputPrinter printer = output.printer(session, common);
        if (output.format().isDocument()) {
            printer.document(
                    Map.of("items", all.stream().map(Difference::document).toList()));
            return;
        }
        String cluster = "";
        for (Difference difference : all) {
            if (!difference.cluster().equals(cluster)) {
                cluster = difference.cluster();
                printer.out().println(cluster);
            }
            if (output.format() != OutputFormat.NAME) {
                printer.out().println("  " + difference.line());
            }
        }
    }
}
