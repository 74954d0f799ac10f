package dev.butlerlabs.adm.console;

import dev.butlerlabs.core.cli.BrowserLauncher;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.server.ConsoleMode;
import dev.butlerlabs.core.server.ConsoleServer;
import dev.butlerlabs.core.server.ConsoleSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The console of one user on 127.0.0.1, and the link to it. Not thread-safe. */
public final class LoopbackConsole implements AutoCloseable {
    private final ConsoleServer server;
    private final boolean opensBrowser;
    private Optional<LinkPage> page = Optional.empty();

    private LoopbackConsole(ConsoleServer server, boolean opensBrowser) {
        this.server = server;
        this.opensBrowser = opensBrowser;
    }

    /**
     * Starts the server. It serves until it is closed; the caller closes the client of the mode afterwards.
     *
     * @param rehearsal whether the cluster is simulated
     * @throws dev.butlerlabs.core.error.ButlerException if the port is in use
     */
    public static LoopbackConsole start(
            ConsoleMode.Loopback mode, String cluster, boolean rehearsal, ConsoleOptions options) {
        return new LoopbackConsole(
                ConsoleServer.start(
                        ConsoleSettings.loopback(options.port(), mode, cluster).withRehearsal(rehearsal)),
                options.isOpen());
    }

    /** Prints the address and a link, or opens the browser. On a terminal, Enter prints another link. */
    public void announce(CommandContext session, OutputPrinter printer) {
        if (printer.format() == OutputFormat.TABLE || printer.format() == OutputFormat.WIDE) {
            announceToPeople(session, printer.text());
        } else {
            printer.document(document());
        }
        // Readers of a pipe or file need this now; the process does not exit for a long time.
        printer.out().flush();
    }

    /** Returns the address and a link as they are printed with {@code -o json}. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("url", server.url().toString());
        document.put("link", server.createLink().toString());
        return document;
    }

    private void announceToPeople(CommandContext session, PrintStream out) {
        URI link = server.createLink();
        out.println("Console at " + server.url());
        boolean opened = opensBrowser && opened(session, link);
        if (opened) {
            out.println("Opened it in your browser. If you do not see it, open this link within two minutes:");
        } else {
            out.println("Open this link within two minutes; it logs one browser in, once:");
        }
        out.println("  " + link);
        if (opensBrowser && !opened) {
            session.messages().print("No browser found. Set BROWSER to the program to start.");
        }
        out.flush();
        if (session.terminal().isInteractive(Terminal.Stream.IN)) {
            session.messages().print("Press Enter for another link, Ctrl-C to stop.");
            Thread.ofVirtual().name("console-links").start(() -> printLinks(session, out));
        }
    }

    /** The link is a credential, which must not be in the arguments of a program; the file that redirects to it is private. */
    private boolean opened(CommandContext session, URI link) {
        BrowserLauncher browser = new BrowserLauncher(session.terminal()::environment);
        if (browser.program().isEmpty()) {
            return false;
        }
        LinkPage redirect = LinkPage.write(
                UserDirectories.of(session.terminal()::environment).butler().resolve("console"), link);
        page = Optional.of(redirect);
        return browser.open(redirect.file().toUri());
    }

    private void printLinks(CommandContext session, PrintStream out) {
        try {
            for (int next = session.terminal().in().read();
                    next >= 0;
                    next = session.terminal().in().read()) {
                if (next == '\n') {
                    out.println("  " + server.createLink());
                    out.flush();
                }
            }
        } catch (IOException closed) {
            // Without input there are no more links to print; the console continues to serve.
            return;
        }
    }

    /** Waits for Ctrl-C or SIGTERM. */
    public void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // The interruption is the expected way to stop. Clear it, so that it does not disturb the shutdown.
            Thread.interrupted();
        }
    }

    @Override
    public void close() {
        page.ifPresent(LinkPage::close);
        server.close();
    }
}
