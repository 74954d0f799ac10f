package dev.butlerlabs.core.docker;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** What goes on inside the containers of a {@link DockerStandIn}. */
public interface StandInNode {
    /** The container is started; a refusal is what Docker would say. */
    Optional<String> start(StandInContainer container);

    /** Writes the log; the stream ends when this returns. */
    void log(StandInContainer container, OutputStream out, String follow) throws IOException;

    ExecResult run(StandInContainer container, List<String> command);
}
