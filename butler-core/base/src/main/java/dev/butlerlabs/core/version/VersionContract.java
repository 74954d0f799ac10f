package dev.butlerlabs.core.version;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine configuration format of a Talos release, identified by its major and minor version.
 *
 * @param major always 1 so far
 * @param minor such as 13 for Talos 1.13.9
 */
public record VersionContract(int major, int minor) implements Comparable<VersionContract> {
    public static final VersionContract OLDEST = new VersionContract(1, 8);
    public static final VersionContract NEWEST = new VersionContract(1, 14);

    private static final Pattern FORM =
            Pattern.compile("v?(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})(?:\\.[0-9]+)?(?:[-+][0-9A-Za-z.+-]*)?");
    private static final Comparator<VersionContract> ORDER =
            Comparator.comparingInt(VersionContract::major).thenComparingInt(VersionContract::minor);

    /**
     * Parses {@code v1.13.9}, {@code 1.13} or {@code v1.14.1-rc.0}.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the text is not a valid version or the version is not supported
     */
    public static VersionContract parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw ButlerException.invalid(
                    "Invalid Talos version \"%s\".".formatted(text),
                    List.of(new InputProblem(
                            "talosVersion", "is not a valid version", "use the format v1.13.9 or v1.13")));
        }
        VersionContract contract =
                new VersionContract(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
        if (contract.compareTo(OLDEST) < 0) {
            throw ButlerException.invalid(
                    "Talos %s is not supported: the oldest supported version is %s.".formatted(contract, OLDEST),
                    List.of(new InputProblem("talosVersion", "is not supported", "use " + OLDEST + " or newer")));
        }
        return contract;
    }

    /** Returns the format to generate for this version: the version itself, or the newest known one if this is newer. */
    public VersionContract known() {
        return compareTo(NEWEST) > 0 ? NEWEST : this;
    }

    /** Returns a warning if the version is newer than the newest one this program supports. */
    public Optional<String> warning() {
        return compareTo(NEWEST) > 0
                ? Optional.of(
                        "Talos %s is newer than the newest version supported by this program. Using the configuration format of %s."
                                .formatted(this, NEWEST))
                : Optional.empty();
    }

    public boolean isAtLeast(int otherMajor, int otherMinor) {
        return compareTo(new VersionContract(otherMajor, otherMinor)) >= 0;
    }

    @Override
    public int compareTo(VersionContract other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "v" + major + "." + minor;
    }
}
