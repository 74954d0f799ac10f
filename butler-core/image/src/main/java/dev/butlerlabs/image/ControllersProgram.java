package dev.butlerlabs.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The program of the image and how it is started. */
sealed interface ControllersProgram {
    /** Returns the layers of the program. */
    List<ImageLayer> layers() throws IOException;

    List<String> entryPoint();

    /** A native program. */
    record Native(Path file) implements ControllersProgram {
        private static final String TARGET = "/butler-controllers";

        @Override
        public List<ImageLayer> layers() {
            return List.of(new ImageLayer("program", List.of(ImageFile.executable(file, TARGET))));
        }

        @Override
        public List<String> entryPoint() {
            return List.of(TARGET);
        }
    }

    /**
     * A Java runtime and the jars of the program.
     *
     * @param runtime a directory created by jlink
     * @param jars a directory of jars
     */
    record OnJava(Path runtime, Path jars) implements ControllersProgram {
        private static final String MAIN_CLASS = "dev.butlerlabs.operator.ButlerControllers";

        /** Butler's own jars change with every build, the runtime and the libraries rarely. */
        @Override
        public List<ImageLayer> layers() throws IOException {
            List<Path> all = files(jars);
            return List.of(
                    new ImageLayer(
                            "runtime",
                            files(runtime).stream().map(this::ofRuntime).toList()),
                    new ImageLayer(
                            "libraries",
                            all.stream()
                                    .filter(jar -> !isOurs(jar))
                                    .map(this::ofProgram)
                                    .toList()),
                    new ImageLayer(
                            "program",
                            all.stream()
                                    .filter(OnJava::isOurs)
                                    .map(this::ofProgram)
                                    .toList()));
        }

        private ImageFile ofRuntime(Path file) {
            String target = "/java/" + runtime.relativize(file);
            return Files.isExecutable(file) ? ImageFile.executable(file, target) : ImageFile.readable(file, target);
        }

        private ImageFile ofProgram(Path jar) {
            return ImageFile.readable(jar, "/app/" + jars.relativize(jar));
        }

        private static boolean isOurs(Path jar) {
            return jar.getFileName().toString().startsWith("butler-");
        }

        private static List<Path> files(Path directory) throws IOException {
            try (Stream<Path> files = Files.walk(directory)) {
                return files.filter(Files::isRegularFile).toList();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        @Override
        public List<String> entryPoint() {
            return List.of(
                    "/java/bin/java",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxRAMPercentage=75",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    "/app/*",
                    MAIN_CLASS);
        }
    }
}
