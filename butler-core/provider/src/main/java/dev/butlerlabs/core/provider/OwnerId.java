package dev.butlerlabs.core.provider;

import java.util.regex.Pattern;

/** Whose a thing on the infrastructure is: the uid under which its cluster was first asked for. It outlives a move of the cluster's resources. */
public record OwnerId(String uid) {
    /** Fits every infrastructure's rules for the value of a tag or label. */
    private static final Pattern UID = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    public OwnerId {
        if (!isValid(uid)) {
            throw new IllegalArgumentException("not an owner id: " + uid);
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
