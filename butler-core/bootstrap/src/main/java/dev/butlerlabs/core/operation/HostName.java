package dev.butlerlabs.core.operation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the name of this host, without a name server where the kernel publishes it. */
public final class HostName {
    private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    public static String read() {
        try {
            return Files.readString(LINUX).strip();
        } catch (IOException notLinux) {
            return resolved();
        }
    }

    private static String resolved() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
