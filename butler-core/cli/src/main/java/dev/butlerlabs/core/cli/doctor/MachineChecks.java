package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.UserDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks of this machine that need no network. */
public final class MachineChecks {
    private static final int DEPTH = 5;
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path butler;

    public MachineChecks(CommandContext session) {
        this.butler = UserDirectories.of(session.terminal()::environment).butler();
    }

    /** Returns the check of the program itself. */
    public DoctorCheck program(String tool) {
        return DoctorCheck.of("Program", () -> {
            BuildInfo build = BuildInfo.load();
            return DoctorResult.ok("Program", "%s %s, %s.".formatted(tool, build.version(), BuildInfo.runtime()));
        });
    }

    public DoctorCheck space() {
        return DoctorCheck.of("Disk space", () -> {
            try {
                Path existing = existing(butler);
                return StorageEvaluator.space(
                        butler, Files.getFileStore(existing).getUsableSpace());
            } catch (IOException e) {
                throw unreadable(e);
            }
        });
    }

    public DoctorCheck modes() {
        return DoctorCheck.of("File modes", () -> {
            if (!Files.isDirectory(butler)) {
                return DoctorResult.ok("File modes", "%s does not exist yet.".formatted(butler));
            }
            try (Stream<Path> files = Files.walk(butler, DEPTH)) {
                List<Path> regular = files.filter(Files::isRegularFile).sorted().toList();
                return StorageEvaluator.modes(
                        butler,
                        regular.size(),
                        regular.stream()
                                .filter(MachineChecks::isAccessibleByOthers)
                                .toList());
            } catch (IOException e) {
                throw unreadable(e);
            }
        });
    }

    private static boolean isAccessibleByOthers(Path file) {
        try {
            return !OWNER.containsAll(Files.getPosixFilePermissions(file));
        } catch (IOException | UnsupportedOperationException unknown) {
            // Removed meanwhile, or a file system without modes.
            return false;
        }
    }

    private static Path existing(Path path) {
        return Files.exists(path) || path.getParent() == null ? path : existing(path.getParent());
    }

    private ButlerException unreadable(IOException e) {
        return new ButlerException(
                ErrorCode.UNREADABLE_FILE, "Cannot read directory %s: %s.".formatted(butler, e.getMessage()), e);
    }
}
