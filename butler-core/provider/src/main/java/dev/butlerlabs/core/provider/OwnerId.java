package dev.butlerlabs.core.provider;

import java.util.regex.Pattern;

/**
 * The owner of a resource on the infrastructure: the UID of the object that first requested the cluster. It does not change when
 * the resources of the cluster move.
 */
public record OwnerId(String uid) {
    /** Matches the rules of every infrastructure for tag or label values. */
    private static final Pattern UID = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    public OwnerId {
        if (!isValid(uid)) {
            throw new IllegalArgumentException("invalid owner ID: " + uid);
        }
    }

    static boolean isValid(String text) {
        return UID.matcher(text).matches();
    }

    @Override
    public String toString() {
        return uid;
    }
}
