package dev.butlerlabs.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where the files of a release archive are on the machine of the user. The two package formats differ in two directories. */
enum PackageLayout {
    DEB("/usr/share/zsh/vendor-completions/", "/usr/share/doc/butler/copyright"),
    RPM("/usr/share/zsh/site-functions/", "/usr/share/licenses/butler/LICENSE");

    private static final String DOCUMENTS = "/usr/share/doc/butler/";

    private final String zsh;
    private final String license;

    PackageLayout(String zsh, String license) {
        this.zsh = zsh;
        this.license = license;
    }

    /**
     * Returns the files of an unpacked archive, sorted by target.
     *
     * @throws IOException if a directory or the license is missing
     */
    List<PackageFile> files(Path archive) throws IOException {
        List<PackageFile> files = new ArrayList<>();
        add(files, archive.resolve("bin"), "/usr/bin/", "");
        add(files, archive.resolve("man/man1"), "/usr/share/man/man1/", ".gz");
        add(files, archive.resolve("completions/bash"), "/usr/share/bash-completion/completions/", "");
        add(files, archive.resolve("completions/zsh"), zsh, "");
        add(files, archive.resolve("completions/fish"), "/usr/share/fish/vendor_completions.d/", "");
        add(files, archive.resolve("completions/powershell"), "/usr/share/butler/powershell/", "");
        add(files, archive.resolve("sbom"), DOCUMENTS + "sbom/", "");
        files.add(file(archive.resolve("LICENSE"), license));
        files.add(file(archive.resolve("README.md"), DOCUMENTS + "README.md"));
        return files.stream().sorted(Comparator.comparing(PackageFile::target)).toList();
    }

    private static void add(List<PackageFile> files, Path directory, String target, String suffix) throws IOException {
        try (Stream<Path> content = Files.list(directory)) {
            content.forEach(source -> files.add(file(source, target + source.getFileName() + suffix)));
        }
    }

    private static PackageFile file(Path source, String target) {
        return new PackageFile(source, target, target.startsWith("/usr/bin/"));
    }
}
