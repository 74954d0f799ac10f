package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates or applies TenantClusters and prints the results. */
record CreateAction(CommandContext session, CommonOptions common, OutputOptions output) {
    /** Prints the documents that would be sent to the server. */
    void show(List<TenantDocument> documents) {
        OutputPrinter printer = output.printer(session, common);
        if (output.format() == OutputFormat.NAME) {
            documents.forEach(one -> printer.out().println("tenantcluster.butler.butlerlabs.dev/" + one.name()));
        } else if (output.format() == OutputFormat.JSON || output.format() == OutputFormat.TEMPLATE) {
            printer.document(documents.size() == 1 ? documents.getFirst().tree() : list(documents));
        } else {
            printer.out()
                    .print(String.join(
                            "---\n",
                            documents.stream()
                                    .map(one -> YamlTextWriter.of(one.tree()))
                                    .toList()));
        }
    }

    private static Map<String, Object> list(List<TenantDocument> documents) {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put("kind", "List");
        list.put("items", documents.stream().map(TenantDocument::tree).toList());
        return list;
    }

    /**
     * Creates the clusters given by flags, which must not exist yet, or applies those of a file.
     *
     * @param await if present, waits until every cluster is ready and prints it in that state
     */
    void make(
            KubernetesClient client,
            List<TenantDocument> documents,
            boolean fromFlags,
            boolean dryRun,
            Optional<TenantWaitAction> await) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        clusters.requireManagementCluster();
        List<TenantCluster> created = new ArrayList<>();
        for (TenantDocument document : documents) {
            created.add(clusters.typed(
                    fromFlags
                            ? clusters.create(withProvider(document, clusters), dryRun)
                            : clusters.apply(document, dryRun)));
        }
        print(await.map(wait -> awaited(client, documents, wait)).orElse(created));
        if (await.isEmpty()) {
            sayNext(documents, dryRun);
        }
    }

    private static List<TenantCluster> awaited(
            KubernetesClient client, List<TenantDocument> documents, TenantWaitAction await) {
        return documents.stream()
                .flatMap(document ->
                        await.until(client, document.objectName(Namespaces.TENANTS), TenantWaitGoal.ready()).stream())
                .toList();
    }

    private void print(List<TenantCluster> made) {
        var listing = TenantTable.at(session.clock().instant(), true);
        if (made.size() == 1) {
            output.printer(session, common).one(listing, made.getFirst());
        } else {
            output.printer(session, common).list(listing, made);
        }
    }

    private void sayNext(List<TenantDocument> documents, boolean dryRun) {
        if (common.isQuiet()) {
            return;
        }
        if (dryRun) {
            session.messages().print("Server-side dry run: nothing was changed.");
        } else {
            TenantDocument first = documents.getFirst();
            session.messages()
                    .print("Run 'butlerctl cluster watch %s%s' to follow the progress."
                            .formatted(
                                    first.name(),
                                    first.namespace()
                                            .filter(space -> !space.equals(Namespaces.TENANTS))
                                            .map(space -> " -n " + space)
                                            .orElse("")));
        }
    }

    private static TenantDocument withProvider(TenantDocument document, TenantClusterClient clusters) {
        if (document.fields().find("spec.providerConfigRef.name").isPresent()) {
            return document;
        }
        String namespace = document.objectName(Namespaces.TENANTS).namespace().orElseThrow();
        List<String> names = clusters.providers(namespace).stream()
                .map((ProviderConfig config) -> config.getMetadata().getName())
                .toList();
        if (names.size() != 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    names.isEmpty()
                            ? "No ProviderConfig found to create workers on."
                            : "Multiple ProviderConfigs found: %s.".formatted(String.join(", ", names)),
                    names.isEmpty() ? "Create one with 'butleradm provider create'." : "Select one with --provider.");
        }
        Map<String, Object> tree = document.fields().copy();
        UntypedTree.put(tree, "spec.providerConfigRef.name", names.getFirst());
        UntypedTree.put(tree, "spec.providerConfigRef.namespace", Namespaces.SYSTEM);
        return TenantDocument.of(tree);
    }
}
