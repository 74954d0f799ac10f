package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.BrowserLauncher;
import dev.butlerlabs.core.cli.MessagePrinter;
import dev.butlerlabs.core.identity.login.DeviceAuthorization;
import dev.butlerlabs.core.identity.login.LoginPrompt;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Prints on standard error what the user has to do. */
final class TerminalLoginPrompt implements LoginPrompt {
    private final MessagePrinter messages;
    private final Optional<BrowserLauncher> browser;
    private final Duration limit;

    /** @param browser empty if no browser is to be opened */
    TerminalLoginPrompt(MessagePrinter messages, Optional<BrowserLauncher> browser, Duration limit) {
        this.messages = messages;
        this.browser = browser;
        this.limit = limit;
    }

    @Override
    public void openBrowser(URI address) {
        boolean opened = browser.filter(launcher -> launcher.open(address)).isPresent();
        messages.print(
                opened
                        ? "Opened the login page in your browser. If you do not see it, open this address:"
                        : "Open this address in a browser on this machine:",
                "  " + address,
                "Waiting for the login in the browser: up to %s.".formatted(text(limit)));
    }

    @Override
    public void enterCode(DeviceAuthorization device) {
        messages.print("Open %s in a browser on any machine and enter the code %s"
                .formatted(clean(device.verification()), clean(device.userCode())));
        device.completeVerification().ifPresent(address -> messages.print("Or open %s".formatted(clean(address))));
        Duration shorter = device.lifetime().compareTo(limit) < 0 ? device.lifetime() : limit;
        messages.print("Waiting for the approval: up to %s.".formatted(text(shorter)));
    }

    /** The provider chooses these words; control characters could change what the terminal shows. */
    private static String clean(String text) {
        return text.replaceAll("\\p{C}", "");
    }

    private static String text(Duration duration) {
        return duration.toSecondsPart() == 0 && duration.toMinutes() > 0
                ? "%d minutes".formatted(duration.toMinutes())
                : "%d seconds".formatted(duration.toSeconds());
    }
}
