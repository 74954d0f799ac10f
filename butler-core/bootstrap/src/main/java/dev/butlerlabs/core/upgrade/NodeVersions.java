package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.version.ReleaseVersion;

/**
 * The versions of a node.
 *
 * @param kubernetes the version of the kubelet
 */
public record NodeVersions(
        String name, boolean isControlPlane, boolean isReady, ReleaseVersion talos, ReleaseVersion kubernetes) {}
