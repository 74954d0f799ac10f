package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.version.ReleaseVersion;

/**
 * One step of an upgrade path: all nodes go to one version before the next step starts.
 *
 * @param reason why the path contains it
 */
public record UpgradeHop(Product product, ReleaseVersion from, ReleaseVersion to, String reason) {
    /** What a step upgrades. */
    public enum Product {
        TALOS("Talos"),
        KUBERNETES("Kubernetes");

        private final String title;

        Product(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
