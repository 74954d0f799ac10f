package dev.butlerlabs.core.version;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of machine configuration that a Talos release expects: its major and minor number.
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

    /** Reads {@code v1.13.9}, {@code 1.13} or {@code v1.14.0-rc.1}. */
    public static VersionContract parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw ButlerException.invalid(
                    "The Talos version '%s' is not understood.".formatted(text),
                    List.of(new Problem("talosVersion", "is not a version", "write it as v1.13.9 or v1.13")));
        }
        VersionContract contract =
                new VersionContract(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
        if (contract.compareTo(OLDEST) < 0) {
            throw ButlerException.invalid(
                    "Talos %s is older than the oldest supported version, %s.".formatted(contract, OLDEST),
                    List.of(new Problem("talosVersion", "is not supported", "use " + OLDEST + " or newer")));
        }
        return contract;
    }

    /** The contract whose form is written for this one: itself, or the newest known when this one is newer. */
    public VersionContract known() {
        return compareTo(NEWEST) > 0 ? NEWEST : this;
    }

    /** What a person should know when the version is newer than this program. */
    public Optional<String> warning() {
        return compareTo(NEWEST) > 0
                ? Optional.of("Talos %s is newer than this program knows; it is treated as %s.".formatted(this, NEWEST))
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
