package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.cleanup.OrphanFinder;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists resources that belong to no known cluster. */
@Command(
        name = "orphans",
        description = {
            "List resources with Butler's ownership tags that belong to no cluster known on this machine.",
            "Clusters created from other machines are unknown here: check each resource before you delete it."
        },
        footer = {
            "  butleradm orphans -c bootstrap.yaml",
            "  butleradm orphans -c bootstrap.yaml --known -o wide",
            "  butleradm destroy demo -c bootstrap.yaml --owner 5d0a4f0e-1b5e"
        })
public final class OrphansCommand implements Runnable {
    private static final TableLayout<OrphanFinder.Found> LISTING = new TableLayout<>(
            List.of(
                    Column.of("type", found -> found.thing().type()),
                    Column.of("name", found -> found.thing().name()),
                    Column.of("owner", found -> found.thing().owner().toString()),
                    Column.of("cluster", found -> found.cluster().orElse("<none>")),
                    Column.wide("id", found -> found.thing().providerId())),
            found -> found.thing().providerId(),
            OrphansCommand::document,
            Comparator.comparing(OrphanFinder.Found::toString),
            Map.of());

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Option(names = "--known", description = "Include resources of known clusters.")
    private boolean all;

    public OrphansCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        BootstrapPlan plan = file.read(session, file.surroundings(), ProviderRegistry.load(), Optional.empty());
        try (ConnectedInfrastructure infrastructure = plan.provider().connect(plan.access())) {
            List<OrphanFinder.Found> found = new OrphanFinder(ClusterStateLocations.ofThisUser(session))
                    .find(infrastructure).stream()
                            .filter(one -> all || one.cluster().isEmpty())
                            .toList();
            output.printer(session, common).list(LISTING, found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("No orphaned resources found.");
            }
        }
    }

    private static Map<String, Object> document(OrphanFinder.Found found) {
        OwnedResource thing = found.thing();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", thing.type());
        document.put("name", thing.name());
        document.put("id", thing.providerId());
        document.put("owner", thing.owner().toString());
        document.put("cluster", found.cluster().orElse(null));
        return document;
    }
}
