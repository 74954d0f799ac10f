package dev.butlerlabs.core.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;

/** A tool whose only command does not let itself be interrupted. */
@Command(name = "stubborn", description = "Go on whatever happens.")
final class StubbornTool implements Runnable {
    private final CountDownLatch never = new CountDownLatch(1);

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, session -> new CommandRegistry(StubbornTool::new));
    }

    @Override
    public void run() {
        System.out.println("going on");
        while (never.getCount() > 0) {
            Thread.interrupted();
            LockSupport.parkNanos(1_000_000_000L);
        }
    }
}
