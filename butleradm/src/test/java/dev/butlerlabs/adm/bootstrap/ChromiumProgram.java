package dev.butlerlabs.adm.bootstrap;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Chromium as scripts/testbench-chromium prepares it. Every connection goes to a closed port of loopback, and fails. */
record ChromiumProgram(Path program) {
    private static final long LIMIT_SECONDS = 60;
    private static final String ABSENT = "Chromium not found; scripts/testbench-chromium installs it";

    static String absent() {
        return ABSENT;
    }

    static Optional<ChromiumProgram> find() {
        if ("off".equals(System.getenv("BUTLER_TESTBENCH"))) {
            return Optional.empty();
        }
        Stream<Path> chosen =
                Stream.ofNullable(System.getenv("BUTLER_CHROMIUM")).map(Path::of);
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser")
                        .map(name -> Path.of(directory).resolve(name)));
        return Stream.concat(chosen, onPath)
                .filter(Files::isExecutable)
                .findFirst()
                .map(ChromiumProgram::new);
    }

    /** Returns a picture of a page. */
    BufferedImage screenshot(Path page, Path scratch, int width, int height, boolean isDark)
            throws IOException, InterruptedException {
        Path picture = scratch.resolve("%s-%d-%s.png".formatted(page.getFileName(), width, isDark ? "dark" : "light"));
        run(
                scratch,
                "--window-size=%d,%d".formatted(width, height),
                "--blink-settings=preferredColorScheme=" + (isDark ? 0 : 1),
                "--screenshot=" + picture,
                page.toUri().toString());
        return ImageIO.read(picture.toFile());
    }

    private void run(Path scratch, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--proxy-server=127.0.0.1:9",
                "--user-data-dir=" + scratch.resolve("profile")));
        words.addAll(List.of(arguments));
        Path log = scratch.resolve("chromium.log");
        Process browser = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        browser.getOutputStream().close();
        if (!browser.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
            throw new IOException("Chromium did not finish: " + Files.readString(log));
        }
        if (browser.exitValue() != 0) {
            throw new IOException("Chromium failed: " + Files.readString(log));
        }
    }
}
