package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrowserLauncherTest {
    private static Optional<String> program(Map<String, String> environment, String system) {
        return new BrowserLauncher(name -> Optional.ofNullable(environment.get(name)), system).program();
    }

    @Test
    void opensTheBrowserOfTheDesktop() {
        assertThat(program(Map.of("DISPLAY", ":0"), "Linux")).contains("xdg-open");
        assertThat(program(Map.of("WAYLAND_DISPLAY", "wayland-0"), "Linux")).contains("xdg-open");
        assertThat(program(Map.of(), "Mac OS X")).contains("open");
    }

    @Test
    void prefersTheBrowserOfTheUser() {
        assertThat(program(Map.of("BROWSER", "firefox"), "Linux")).contains("firefox");
    }

    @Test
    void opensNoneWithoutADesktop() {
        assertThat(program(Map.of("BROWSER", " ", "DISPLAY", ""), "Linux")).isEmpty();
    }
}
