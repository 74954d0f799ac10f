package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.ApiGroup;
import java.util.Map;
import java.util.Optional;

/** The marks by which Butler knows its own again, for infrastructures whose things carry keys and values. */
public final class Ownership {
    /** The mark that decides: the uid of the owner. */
    public static final String OWNER = ApiGroup.NAME + "/owner-uid";

    public static final String MANAGED_BY = ApiGroup.NAME + "/managed-by";
    public static final String MANAGER = "butler";

    /** The machine a disk, a secret or a network card was made for. */
    public static final String MACHINE = ApiGroup.NAME + "/machine";

    private Ownership() {}

    /** The marks for what is made for a machine, and for the machine itself. */
    public static Map<String, String> marks(MachineId id) {
        return Map.of(MANAGED_BY, MANAGER, OWNER, id.owner().uid(), MACHINE, id.name());
    }

    /** Whose a thing with these marks is; empty when it is not Butler's, or somebody made the marks unreadable. */
    public static Optional<OwnerId> owner(Map<String, String> marks) {
        return MANAGER.equals(marks.get(MANAGED_BY))
                ? Optional.ofNullable(marks.get(OWNER)).filter(OwnerId::isValid).map(OwnerId::new)
                : Optional.empty();
    }
}
