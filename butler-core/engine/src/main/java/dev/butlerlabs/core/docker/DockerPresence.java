package dev.butlerlabs.core.docker;

import java.net.URI;

/** Whether a Docker engine is there. */
public sealed interface DockerPresence {
    /** It answers. */
    record Answers(URI host, DockerVersion version, DockerFacts facts) implements DockerPresence {
        /** Whether the ports it publishes on loopback are this machine's. */
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
     * Nobody answers, or not in time, or not in a way that is understood here.
     *
     * @param reason why, as a sentence
     */
    record Silent(String reason) implements DockerPresence {}
}
