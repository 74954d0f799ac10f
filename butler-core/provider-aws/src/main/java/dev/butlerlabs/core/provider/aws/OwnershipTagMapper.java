package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Converts ownership tags to EC2 tags. */
final class OwnershipTagMapper {
    static final String NAME = "Name";

    private OwnershipTagMapper() {}

    /** Returns all tags of a machine and its resources. Ownership tags take precedence over labels with the same name. */
    static SortedMap<String, String> of(MachineId id, Map<String, String> labels) {
        SortedMap<String, String> tags = new TreeMap<>(labels);
        tags.put(NAME, id.name());
        tags.putAll(OwnershipTags.marks(id));
        return tags;
    }

    static SortedMap<String, String> of(LoadBalancerId id) {
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER);
        tags.put(OwnershipTags.OWNER, id.owner().uid());
        return tags;
    }

    static List<Filter> filters(MachineId id) {
        return new TreeMap<>(OwnershipTags.marks(id))
                .entrySet().stream()
                        .map(mark -> tag(mark.getKey(), mark.getValue()))
                        .toList();
    }

    /** Returns a filter for all resources of Butler, of any owner. */
    static Filter anyOfButler() {
        return tag(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER);
    }

    static Filter tag(String key, String value) {
        return filter("tag:" + key, value);
    }

    static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    static Map<String, String> read(List<Tag> tags) {
        return tags.stream().collect(Collectors.toMap(Tag::key, Tag::value, (first, _) -> first));
    }

    /**
     * Returns the owner of a resource.
     *
     * @return empty if the tag is not valid
     */
    static Optional<OwnerId> owner(Map<String, String> marks) {
        try {
            return OwnershipTags.owner(marks);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static boolean isOf(MachineId id, List<Tag> tags) {
        Map<String, String> marks = read(tags);
        return owner(marks).filter(id.owner()::equals).isPresent()
                && id.name().equals(marks.get(OwnershipTags.MACHINE));
    }
}
