package dev.butlerlabs.packages;

import java.time.Instant;
import java.util.List;

/**
 * Description of a package.
 *
 * @param version such as {@code 1.4.0-rc.1}
 * @param architecture {@code amd64} or {@code arm64}
 * @param requirements names that the package manager must find, in the syntax of its format
 * @param created time of all files
 */
record PackageSpec(String version, String architecture, String maintainer, List<String> requirements, Instant created) {
    static final String NAME = "butler";
    static final String SUMMARY = "Command-line tools of the Butler platform";
    static final String DESCRIPTION =
            "butleradm creates and manages management clusters on Talos Linux; butlerctl manages tenant clusters.";
    static final String LICENSE = "Apache-2.0";

    PackageSpec {
        requirements = List.copyOf(requirements);
    }

    /** In both formats, a version with a tilde precedes the one without, as a pre-release does. */
    String packageVersion() {
        return version.replace('-', '~');
    }

    String rpmArchitecture() {
        return switch (architecture) {
            case "amd64" -> "x86_64";
            case "arm64" -> "aarch64";
            default -> architecture;
        };
    }

    String debFileName() {
        return "%s_%s_%s.deb".formatted(NAME, packageVersion(), architecture);
    }

    String rpmFileName() {
        return "%s-%s-1.%s.rpm".formatted(NAME, packageVersion(), rpmArchitecture());
    }
}
