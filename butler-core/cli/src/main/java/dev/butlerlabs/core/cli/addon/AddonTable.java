package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.helm.ReleaseName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Table layout of addons. */
public final class AddonTable {
    private AddonTable() {}

    /**
     * Returns the listing with the addon names that the commands of the tool accept.
     *
     * @param name returns the name of an addon
     */
    public static TableLayout<AddonSummary> by(Function<AddonSummary, String> name) {
        return TableLayout.of(
                List.of(
                        Column.of("name", name),
                        Column.of("version", AddonTable::version),
                        Column.of("phase", AddonSummary::phase),
                        Column.of("by", facts -> facts.keeper().word()),
                        Column.of("reason", AddonTable::reason),
                        Column.wide("resource", AddonSummary::name),
                        Column.wide(
                                "release",
                                facts -> facts.release()
                                        .map(ReleaseName::toString)
                                        .orElse("-"))),
                name,
                AddonTable::document);
    }

    /** Returns the installed version, and the desired version if it differs. */
    static String version(AddonSummary facts) {
        String wanted = facts.requested().orElse("-");
        return facts.installed()
                .map(there -> same(there, wanted) ? there : there + " -> " + wanted)
                .orElse(wanted);
    }

    /** Compares versions; Helm omits a leading v if the chart does. */
    private static boolean same(String installed, String wanted) {
        return wanted.equals("-") || installed.replaceFirst("^v", "").equals(wanted.replaceFirst("^v", ""));
    }

    static String reason(AddonSummary facts) {
        if (facts.stage() == AddonSummary.Stage.INSTALLED) {
            return "-";
        }
        String words = (facts.reason() + (facts.reason().isEmpty() ? "" : ": ") + firstLine(facts.message())).strip();
        return words.isEmpty() ? "-" : words;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static Map<String, Object> document(AddonSummary facts) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", facts.name());
        document.put("addon", facts.addon());
        facts.requested().ifPresent(version -> document.put("version", version));
        facts.installed().ifPresent(version -> document.put("installedVersion", version));
        document.put("phase", facts.phase());
        document.put("by", facts.keeper().word());
        if (!facts.reason().isEmpty()) {
            document.put("reason", facts.reason());
        }
        if (!facts.message().isEmpty()) {
            document.put("message", facts.message());
        }
        facts.release().ifPresent(release -> document.put("release", document(release)));
        return document;
    }

    private static Map<String, Object> document(ReleaseName release) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("namespace", release.namespace());
        document.put("name", release.name());
        return document;
    }
}
