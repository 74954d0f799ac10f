package dev.butlerlabs.core.docker;

import java.net.URI;

/** Whether a Docker engine is available. */
public sealed interface DockerAvailability {
    /** The engine responds. */
    record Answers(URI host, DockerVersion version, DockerEngineInfo facts) implements DockerAvailability {
        /** Returns whether its loopback ports are ports of this machine. */
        public boolean isOnThisMachine() {
            return DockerEngine.isLocal(host);
        }
    }

    /**
     * The engine does not respond, does not respond in time, or responds with an unexpected message.
     *
     * @param reason message for the user
     */
    record Silent(String reason) implements DockerAvailability {}
}
