package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Table layout of ImageSyncs. */
final class ImageTable {
    private static final int SHORT_SCHEMATIC = 8;

    private ImageTable() {}

    static TableLayout<ImageSync> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", sync -> sync.getMetadata().getName()),
                Column.of("phase", ImageTable::phase),
                Column.of("version", sync -> sync.getSpec().factoryRef().version()),
                Column.of("schematic", ImageTable::schematic),
                Column.of("provider", sync -> sync.getSpec().providerConfigRef().name()),
                Column.of("image", status(ImageSyncStatus::providerImageRef)),
                Column.of("age", sync -> age(sync, now)),
                Column.wide("namespace", sync -> sync.getMetadata().getNamespace()),
                Column.wide("sha256", status(ImageSyncStatus::artifactSHA256)),
                Column.wide("message", status(ImageSyncStatus::failureMessage))));
    }

    private static String phase(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus())
                .map(ImageSyncStatus::phase)
                .map(phase -> phase.name().charAt(0) + phase.name().substring(1).toLowerCase(Locale.ROOT))
                .orElse("Pending");
    }

    private static String schematic(ImageSync sync) {
        String id = sync.getSpec().factoryRef().schematicID();
        return id.substring(0, Math.min(SHORT_SCHEMATIC, id.length()));
    }

    private static Function<ImageSync, String> status(Function<ImageSyncStatus, String> field) {
        return sync -> Optional.ofNullable(sync.getStatus()).map(field).orElse("-");
    }

    private static String age(ImageSync sync, Instant now) {
        return AgeFormatter.between(
                Optional.ofNullable(sync.getMetadata().getCreationTimestamp()).map(Instant::parse), now);
    }
}
