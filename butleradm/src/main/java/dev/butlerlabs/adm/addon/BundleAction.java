package dev.butlerlabs.adm.addon;

import dev.butlerlabs.adm.bootstrap.PlanOptions;
import dev.butlerlabs.core.addon.AddonBundle;
import dev.butlerlabs.core.addon.AddonBundle.Gap;
import dev.butlerlabs.core.addon.AddonBundle.Item;
import dev.butlerlabs.core.bootstrap.plan.AddonPreview;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints the artifacts of addons and reports the addons whose images are not fully known. */
record BundleAction(CommandContext session, CommonOptions common, OutputOptions output) {
    void show(PlanOptions file, List<String> mirrors) {
        Map<String, List<String>> understood = mirrors(mirrors);
        AddonBundle bundle = AddonPreview.bundle(file.look(session), understood);
        output.printer(session, common).list(listing(bundle), bundle.items());
        if (!common.isQuiet()) {
            say("Addons with images that are not listed: %s.", names(bundle.gaps(), false));
            say("Addons without any known image: %s.", names(bundle.gaps(), true));
        }
    }

    private static Map<String, List<String>> mirrors(List<String> words) {
        Map<String, List<String>> mirrors = new LinkedHashMap<>();
        List<InputProblem> problems = new ArrayList<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1 || !isAddress(word.substring(equals + 1))) {
                problems.add(new InputProblem(
                        "--registry-mirror", "invalid mirror \"%s\"".formatted(word), "use host=https://address"));
            } else {
                mirrors.computeIfAbsent(word.substring(0, equals), host -> new ArrayList<>())
                        .add(word.substring(equals + 1));
            }
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid registry mirror:", problems);
        }
        return mirrors;
    }

    private static boolean isAddress(String text) {
        try {
            URI address = URI.create(text);
            return List.of("http", "https").contains(String.valueOf(address.getScheme())) && address.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static TableLayout<Item> listing(AddonBundle bundle) {
        List<Column<Item>> columns = new ArrayList<>(List.of(
                Column.of("addon", Item::addon),
                Column.of("kind", BundleAction::kind),
                Column.of("reference", Item::reference),
                Column.of("version", item -> item.version().orElse("-"))));
        if (bundle.items().stream().anyMatch(item -> item.mirror().isPresent())) {
            columns.add(Column.of("mirror", item -> item.mirror().orElse("-")));
        }
        return new TableLayout<>(columns, BundleAction::name, BundleAction::document, (_, _) -> 0, header(bundle));
    }

    private static String kind(Item item) {
        return item.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String name(Item item) {
        return item.reference() + item.version().map(":"::concat).orElse("");
    }

    private static Map<String, Object> document(Item item) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("addon", item.addon());
        document.put("kind", kind(item));
        document.put("reference", item.reference());
        item.version().ifPresent(version -> document.put("version", version));
        item.mirror().ifPresent(mirror -> document.put("mirror", mirror));
        return document;
    }

    private static Map<String, Object> header(AddonBundle bundle) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("imagesIncomplete", names(bundle.gaps(), false).orElse(List.of()));
        header.put("imagesUnknown", names(bundle.gaps(), true).orElse(List.of()));
        return header;
    }

    private static Optional<List<String>> names(List<Gap> gaps, boolean nothingKnown) {
        List<String> names = gaps.stream()
                .filter(gap -> gap.isNothingKnown() == nothingKnown)
                .map(Gap::addon)
                .toList();
        return Optional.of(names).filter(some -> !some.isEmpty());
    }

    private void say(String sentence, Optional<List<String>> names) {
        names.ifPresent(some -> session.messages().print(sentence.formatted(String.join(", ", some))));
    }
}
