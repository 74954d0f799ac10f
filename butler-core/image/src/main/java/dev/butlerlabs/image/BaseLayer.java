package dev.butlerlabs.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of the image beside the program: the C library, one user, CA certificates, licenses and the SBOM. It has neither a shell
 * nor a package manager.
 *
 * @param systemFiles files of the build machine that have the same path in the image
 * @param license the license of Butler
 * @param sbom the SBOM of the program
 * @param packages package URLs of the system files
 */
record BaseLayer(List<Path> systemFiles, Path license, Path sbom, List<String> packages) {
    /** The path of the SBOM in the image. */
    static final String SBOM = "/usr/share/butler/butler-controllers.cdx.json";

    private static final String PASSWD = """
            root:x:0:0:root:/:/sbin/nologin
            butler:x:65532:65532:Butler:/tmp:/sbin/nologin
            """;
    private static final String GROUP = """
            root:x:0:
            butler:x:65532:
            """;
    private static final String NAME_SERVICES = """
            passwd: files
            group: files
            hosts: files dns
            """;

    BaseLayer {
        systemFiles = List.copyOf(systemFiles);
        packages = List.copyOf(packages);
    }

    /**
     * Returns the layer.
     *
     * @param work a directory for generated files
     * @param javaHome the JDK whose CA certificates are trusted
     */
    ImageLayer create(Path work, Path javaHome) throws IOException {
        Files.createDirectories(work.resolve("empty"));
        List<ImageFile> files = new ArrayList<>();
        files.add(new ImageFile(work.resolve("empty"), "/tmp", "777"));
        files.add(generated(work, "passwd", "/etc/passwd", PASSWD));
        files.add(generated(work, "group", "/etc/group", GROUP));
        files.add(generated(work, "nsswitch.conf", "/etc/nsswitch.conf", NAME_SERVICES));
        files.add(generated(
                work, "ca-certificates.crt", "/etc/ssl/certs/ca-certificates.crt", CertificateBundle.pem(javaHome)));
        files.add(generated(work, "butler-controllers.cdx.json", SBOM, SbomEditor.withPackages(sbom, packages)));
        files.add(ImageFile.readable(license, "/usr/share/butler/LICENSE"));
        systemFiles.forEach(file -> files.add(ofSystem(file)));
        return new ImageLayer("base", files);
    }

    /** Libraries are executable for the benefit of the dynamic linker, which is itself a program. */
    private static ImageFile ofSystem(Path file) {
        boolean library = file.getFileName().toString().contains(".so");
        return library ? ImageFile.executable(file, file.toString()) : ImageFile.readable(file, file.toString());
    }

    private static ImageFile generated(Path work, String name, String target, String text) throws IOException {
        return ImageFile.readable(Files.writeString(work.resolve(name), text), target);
    }
}
