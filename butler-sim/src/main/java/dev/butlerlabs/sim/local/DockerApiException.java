package dev.butlerlabs.sim.local;

/** A rejection with the status and the message of the Docker engine. */
final class DockerApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    DockerApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    static DockerApiException noContainer(String name) {
        return new DockerApiException(404, "No such container: " + name);
    }

    int status() {
        return status;
    }
}
