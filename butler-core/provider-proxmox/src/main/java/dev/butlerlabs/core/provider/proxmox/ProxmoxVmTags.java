package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tags of a virtual machine. Tags consist of lower case letters, digits and {@code _ - + .}, and have no values. They make
 * machines of Butler visible in lists; the description decides about the owner, because only it can be set by a clone request.
 */
final class ProxmoxVmTags {
    static final String BUTLER = "butler";

    /** Set after the first start: from then on, a stopped machine was stopped by a user. */
    static final String CREATED = "butler-created";

    private static final String OWNER = "butler-owner.";
    private static final String MACHINE = "butler-machine.";
    private static final String ROLE = "butler-role.";
    private static final Pattern VALID = Pattern.compile("[a-z0-9_][a-z0-9_\\-+.]*");

    private ProxmoxVmTags() {}

    static Set<String> parse(String text) {
        return Arrays.stream(text.split("[;, ]+"))
                .filter(tag -> !tag.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    static String format(Set<String> tags) {
        return String.join(";", new TreeSet<>(tags));
    }

    static Set<String> identity(MachineId id) {
        return Set.of(BUTLER, OWNER + id.owner().uid(), MACHINE + id.name());
    }

    /** Returns the tags of a new machine. Labels that contain other characters are omitted. */
    static Set<String> of(MachineSpec spec) {
        Set<String> tags = new TreeSet<>(identity(spec.id()));
        tags.add(role(spec));
        spec.labels().forEach((key, value) -> {
            String tag = key + "." + value;
            if (VALID.matcher(tag).matches()) {
                tags.add(tag);
            }
        });
        return tags;
    }

    /** Returns whether only Butler sets a tag. */
    static boolean isOfButler(String tag) {
        return tag.equals(BUTLER) || tag.startsWith(BUTLER + "-");
    }

    static String machine(String name) {
        return MACHINE + name;
    }

    static String owner(OwnerId owner) {
        return OWNER + owner.uid();
    }

    static String role(MachineSpec spec) {
        return ROLE + spec.role().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
