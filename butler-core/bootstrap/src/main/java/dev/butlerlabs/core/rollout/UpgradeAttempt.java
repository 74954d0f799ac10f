package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;

/**
 * A requested Talos upgrade of a node. Recorded as an annotation of the node before the request is sent, so that another process can
 * distinguish an upgrade that is still running from one that failed.
 *
 * @param bootId the boot of the machine at the time of the request
 */
public record UpgradeAttempt(ReleaseVersion target, String bootId) {
    /** Parses the annotation; empty if it is not valid. */
    static Optional<UpgradeAttempt> parse(String text) {
        String[] parts = text.split(" ", 2);
        return parts.length == 2
                ? ReleaseVersion.find(parts[0]).map(version -> new UpgradeAttempt(version, parts[1]))
                : Optional.empty();
    }

    /** Returns the value of the annotation. */
    String text() {
        return target + " " + bootId;
    }
}
