package dev.butlerlabs.core.cli.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Evaluates the disk space and the file modes of the directory of Butler. */
final class StorageEvaluator {
    private static final long MEBIBYTE = 1024L * 1024;
    private static final long TOO_LITTLE = 512 * MEBIBYTE;
    private static final long LITTLE = 4096 * MEBIBYTE;
    private static final Pattern SECRET =
            Pattern.compile(".*(kubeconfig|talosconfig|secrets?|key|token|credentials?)(\\..*)?");
    private static final int MOST_LISTED = 3;

    private StorageEvaluator() {}

    static DoctorResult space(Path directory, long usableBytes) {
        String sentence = "%d MiB free in %s.".formatted(usableBytes / MEBIBYTE, directory);
        if (usableBytes < TOO_LITTLE) {
            return DoctorResult.problem(
                    "Disk space",
                    sentence,
                    "Free at least %d MiB, or set BUTLER_HOME.".formatted(TOO_LITTLE / MEBIBYTE));
        }
        return usableBytes < LITTLE
                ? DoctorResult.warning(
                        "Disk space",
                        sentence + " Images and backups can need more.",
                        "Free at least %d MiB.".formatted(LITTLE / MEBIBYTE))
                : DoctorResult.ok("Disk space", sentence);
    }

    /**
     * Evaluates files that users other than their owner can access.
     *
     * @param home the directory of Butler
     * @param accessible files that others can read or write
     */
    static DoctorResult modes(Path home, int files, List<Path> accessible) {
        List<Path> secrets = accessible.stream()
                .filter(file -> SECRET.matcher(file.getFileName().toString()).matches())
                .toList();
        if (!secrets.isEmpty()) {
            return DoctorResult.problem(
                    "File modes",
                    "Other users can access files with credentials: %s.".formatted(listed(secrets)),
                    fix(secrets));
        }
        return accessible.isEmpty()
                ? DoctorResult.ok("File modes", "%d files in %s, all accessible only by you.".formatted(files, home))
                : DoctorResult.warning(
                        "File modes",
                        "Other users can access files of Butler: %s.".formatted(listed(accessible)),
                        fix(accessible));
    }

    private static String fix(List<Path> files) {
        return "chmod 600 %s".formatted(String.join(" ", texts(files)));
    }

    private static String listed(List<Path> files) {
        String first = String.join(", ", texts(files));
        return files.size() > MOST_LISTED ? first + " and %d more".formatted(files.size() - MOST_LISTED) : first;
    }

    private static List<String> texts(List<Path> files) {
        return files.stream().limit(MOST_LISTED).map(Path::toString).toList();
    }
}
