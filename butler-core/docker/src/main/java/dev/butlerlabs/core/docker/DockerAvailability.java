package dev.butlerlabs.core.docker;

import java.net.URI;

/** Whether a Docker engine is available. */
public sealed interface DockerAvailability {
    /** The engine responds. */
    record Answers(URI host, DockerVersion version, DockerEngineInfo facts) implements DockerAvailability {
        /** Returns whether its loopback ports are ports of this machine. */
        public boolean isOnThisMachine() {
            return switch (host.getScheme()) {
                case "unix", "npipe" -> true;
                default -> host.getHost() != null && isLoopback(host.getHost());
            };
        }

        private static boolean isLoopback(String name) {
            return name.equals("localhost") || name.startsWith("127.") || name.equals("[::1]");
        }
    }

    /**
     * The engine does not respond, does not respond in time, or responds with an unexpected message.
     *
     * @param reason message for the user
     */
    record Silent(String reason) implements DockerAvailability {}
}
