package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.InputText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import java.nio.file.Path;
import java.util.List;

/** Reads files named on the command line. */
final class InputFileReader {
    private InputFileReader() {}

    static String read(Path file) {
        return AtomicFile.read(file)
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.UNREADABLE_FILE, "File %s does not exist.".formatted(file)));
    }

    /** Reads a file, or standard input if its name is a dash. */
    static String read(CommandContext session, Path file) {
        return file.toString().equals("-") ? InputText.read(session, file).text() : read(file);
    }

    static List<ConfigurationPatch> patches(List<Path> files) {
        return files.stream()
                .map(file -> ConfigurationPatch.parse(withoutSign(file).toString(), read(withoutSign(file))))
                .toList();
    }

    /** Accepts file names with a leading at sign, as talosctl does. */
    private static Path withoutSign(Path file) {
        String name = file.toString();
        return name.startsWith("@") ? Path.of(name.substring(1)) : file;
    }
}
