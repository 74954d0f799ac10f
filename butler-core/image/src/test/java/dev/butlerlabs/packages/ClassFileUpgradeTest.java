package dev.butlerlabs.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code scripts/lib/ClassFileUpgrade.java}, which the launchers run before they create an AOT cache. */
@Tag("process")
class ClassFileUpgradeTest {
    private static final int JAVA_6 = 50;

    @TempDir
    private Path directory;

    private static List<JarEntry> classes(JarFile jar) {
        return jar.stream()
                .filter(entry -> entry.getName().startsWith("picocli/")
                        && entry.getName().endsWith(".class"))
                .toList();
    }

    private static int version(JarFile jar, JarEntry entry) {
        try {
            ClassModel model = ClassFile.of().parse(jar.getInputStream(entry).readAllBytes());
            return model.majorVersion();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loading a class from the copy verifies its code with the new stack maps. */
    @Test
    void upgradesEveryClassOfPicocliAndKeepsThemValid() throws Exception {
        Path library = library();
        Path upgraded = directory.resolve("picocli.jar");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        ProjectRoot.find()
                                .resolve("scripts/lib/ClassFileUpgrade.java")
                                .toString(),
                        library.toString(),
                        upgraded.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();

        try (JarFile before = new JarFile(library.toFile());
                JarFile after = new JarFile(upgraded.toFile());
                URLClassLoader loader = new URLClassLoader(
                        new URL[] {upgraded.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(classes(after)).hasSameSizeAs(classes(before)).hasSizeGreaterThan(100);
            assertThat(classes(before)).anyMatch(entry -> version(before, entry) < JAVA_6);
            assertThat(classes(after)).allMatch(entry -> version(after, entry) > JAVA_6);
            for (JarEntry entry : classes(after)) {
                String name = entry.getName().replace('/', '.').replaceAll("\\.class$", "");
                if (!name.contains("Groovy")) {
                    assertThat(Class.forName(name, true, loader).getClassLoader())
                            .isSameAs(loader);
                }
            }
        }
        assertThat(directory.toFile().listFiles()).extracting(File::getName).containsOnly("picocli.jar", "log");
    }

    private static Path library() throws URISyntaxException {
        return Path.of(CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }
}
