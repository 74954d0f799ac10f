package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.AddonDefinitionSpec.Category;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.Listing;
import dev.butlerlabs.core.cli.output.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How the catalogue is shown. */
public final class DefinitionListing {
    private DefinitionListing() {}

    /**
     * The definitions with something more about each.
     *
     * @param more columns between the version and the description
     */
    public static Listing<AddonDefinition> with(List<Column<AddonDefinition>> more) {
        List<Column<AddonDefinition>> columns = new ArrayList<>();
        columns.add(Column.of("name", definition -> definition.getMetadata().getName()));
        columns.add(
                Column.of("category", definition -> word(definition.getSpec().category())));
        columns.add(
                Column.of("version", definition -> definition.getSpec().chart().defaultVersion()));
        columns.addAll(more);
        columns.add(Column.of("needs", definition -> orDash(definition.getSpec().dependsOn())));
        columns.add(Column.of("description", definition -> definition.getSpec().description()));
        columns.add(
                Column.wide("chart", definition -> definition.getSpec().chart().name()));
        columns.add(Column.wide(
                "repository", definition -> definition.getSpec().chart().repository()));
        return Resources.listing(columns);
    }

    private static String word(Category category) {
        return category.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String orDash(List<String> names) {
        return names.isEmpty() ? "-" : String.join(", ", names);
    }
}
