package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.ApiGroup;
import java.util.Map;
import java.util.Optional;

/** The ownership tags with which Butler identifies its resources, for infrastructures with key-value tags. */
public final class OwnershipTags {
    /** The authoritative tag: the UID of the owner. */
    public static final String OWNER = ApiGroup.NAME + "/owner-uid";

    public static final String MANAGED_BY = ApiGroup.NAME + "/managed-by";
    public static final String MANAGER = "butler";

    /** The machine that a disk, secret or network interface belongs to. */
    public static final String MACHINE = ApiGroup.NAME + "/machine";

    /** The digest of the content of an image, which has no owner: it is shared by all clusters. */
    public static final String IMAGE = ApiGroup.NAME + "/image";

    private OwnershipTags() {}

    /** Returns the tags of a machine and of the resources that belong to it. */
    public static Map<String, String> marks(MachineId id) {
        return Map.of(MANAGED_BY, MANAGER, OWNER, id.owner().uid(), MACHINE, id.name());
    }

    /** Returns the tags of an image. */
    public static Map<String, String> marks(ImageId id) {
        return Map.of(MANAGED_BY, MANAGER, IMAGE, id.digest());
    }

    /**
     * Returns the owner of a resource with these tags.
     *
     * @return empty if it does not belong to Butler or the tags are not valid
     */
    public static Optional<OwnerId> owner(Map<String, String> marks) {
        return MANAGER.equals(marks.get(MANAGED_BY))
                ? Optional.ofNullable(marks.get(OWNER)).filter(OwnerId::isValid).map(OwnerId::new)
                : Optional.empty();
    }
}
