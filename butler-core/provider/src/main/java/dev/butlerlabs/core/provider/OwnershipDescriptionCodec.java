package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ownership tag of a virtual machine as one line of its description, for infrastructures without key-value tags that can be
 * set freely when a machine is created.
 */
public final class OwnershipDescriptionCodec {
    private static final String FORM = OwnershipTags.MANAGED_BY + "=" + OwnershipTags.MANAGER + " "
            + OwnershipTags.OWNER + "=%s " + OwnershipTags.MACHINE + "=%s";
    private static final Pattern LINE = Pattern.compile(FORM.replace(".", "\\.")
            .formatted(
                    "(?<owner>[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)", "(?<machine>[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)"));

    private OwnershipDescriptionCodec() {}

    /** Returns the line of a machine. */
    public static String of(MachineId id) {
        return FORM.formatted(id.owner().uid(), id.name());
    }

    /**
     * Returns the owner of a virtual machine, if it belongs to Butler. The tag must be the only one and must contain the name of
     * the machine: a clone with another name has the same description but does not belong to Butler.
     */
    public static Optional<OwnerId> owner(String name, String description) {
        List<String> marks = description
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(OwnershipTags.MANAGED_BY) || line.contains(OwnershipTags.OWNER))
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
