package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec.Category;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.List;
import java.util.Locale;

/** Table layout of the addon catalog. */
public final class AddonCatalogTable {
    private AddonCatalogTable() {}

    public static TableLayout<AddonDefinition> listing() {
        return ResourceTables.listing(List.of(
                Column.of("name", definition -> definition.getMetadata().getName()),
                Column.of("category", definition -> word(definition.getSpec().category())),
                Column.of("version", definition -> definition.getSpec().chart().defaultVersion()),
                Column.of("needs", definition -> orDash(definition.getSpec().dependsOn())),
                Column.of("description", definition -> definition.getSpec().description()),
                Column.wide("chart", definition -> definition.getSpec().chart().name()),
                Column.wide(
                        "repository", definition -> definition.getSpec().chart().repository())));
    }

    private static String word(Category category) {
        return category.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String orDash(List<String> names) {
        return names.isEmpty() ? "-" : String.join(", ", names);
    }
}
