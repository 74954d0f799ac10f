package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;

/**
 * The versions to upgrade to.
 *
 * @param talos empty to keep the version
 * @param kubernetes empty to keep the version
 */
public record UpgradeTarget(Optional<ReleaseVersion> talos, Optional<ReleaseVersion> kubernetes) {}
