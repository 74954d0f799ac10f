package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Opens addresses in the browser of the desktop. */
public final class BrowserLauncher {
    private final Function<String, Optional<String>> environment;
    private final String system;

    public BrowserLauncher(Function<String, Optional<String>> environment) {
        this(environment, System.getProperty("os.name"));
    }

    BrowserLauncher(Function<String, Optional<String>> environment, String system) {
        this.environment = environment;
        this.system = system.toLowerCase(Locale.ROOT);
    }

    /** Returns the program that opens a browser; empty on a machine without a desktop. */
    public Optional<String> program() {
        Optional<String> chosen = environment.apply("BROWSER").filter(text -> !text.isBlank());
        if (chosen.isPresent()) {
            return chosen;
        }
        if (system.startsWith("mac")) {
            return Optional.of("open");
        }
        boolean hasDesktop = List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
                .anyMatch(name ->
                        environment.apply(name).filter(text -> !text.isBlank()).isPresent());
        return hasDesktop ? Optional.of("xdg-open") : Optional.empty();
    }

    /** Returns whether a browser was started. Whether it shows the address is not known. */
    public boolean open(URI address) {
        return program().filter(program -> start(program, address)).isPresent();
    }

    private static boolean start(String program, URI address) {
        try {
            new ProcessBuilder(program, address.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
