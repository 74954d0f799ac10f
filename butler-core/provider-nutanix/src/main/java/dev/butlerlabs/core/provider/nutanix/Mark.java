package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.Ownership;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose a virtual machine is: one line of its description. Prism takes only categories that somebody made there beforehand, so that
 * they cannot be relied on; the description can.
 */
final class Mark {
    private static final String FORM =
            Ownership.MANAGED_BY + "=" + Ownership.MANAGER + " " + Ownership.OWNER + "=%s " + Ownership.MACHINE + "=%s";
    private static final Pattern LINE = Pattern.compile(FORM.replace(".", "\\.")
            .formatted(
                    "(?<owner>[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)", "(?<machine>[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)"));

    private Mark() {}

    static String of(MachineId id) {
        return FORM.formatted(id.owner().uid(), id.name());
    }

    /**
     * The owner of a virtual machine, if it is Butler's. Its mark must be the only line that looks like one, and must name the
     * machine: a copy made in Prism under another name takes the description with it and is nobody's but its maker's.
     */
    static Optional<OwnerId> owner(String name, String description) {
        List<String> marks = description
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(Ownership.MANAGED_BY) || line.contains(Ownership.OWNER))
                .toList();
        if (marks.size() != 1) {
            return Optional.empty();
        }
        Matcher line = LINE.matcher(marks.getFirst());
        return line.matches() && line.group("machine").equals(name)
                ? Optional.of(new OwnerId(line.group("owner")))
                : Optional.empty();
    }
}
