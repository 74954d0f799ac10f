package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The status of a Pod summarized for a table row.
 *
 * @param lastRestart when a container was last restarted; empty if none was
 */
record PodSummary(String ready, String status, int restarts, String lastRestart) {

    static PodSummary of(JsonNode pod) {
        return new Reader(pod).read();
    }

    /** Reads the container states, init containers first: until they are complete, they determine the status. */
    private static final class Reader {
        private final JsonNode pod;
        private String status;
        private int ready;
        private int total;
        private int restarts;
        private String lastRestart = "";
        private int sidecarRestarts;
        private String lastSidecarRestart = "";
        private boolean initializing;

        Reader(JsonNode pod) {
            this.pod = pod;
            String reason = pod.at("/status/reason").asText();
            this.status = reason.isEmpty() ? pod.at("/status/phase").asText() : reason;
            this.total = pod.at("/spec/containers").size();
        }

        PodSummary read() {
            for (JsonNode condition : pod.at("/status/conditions")) {
                if (condition.path("type").asText().equals("PodScheduled")
                        && condition.path("reason").asText().equals("SchedulingGated")) {
                    status = "SchedulingGated";
                }
            }
            initialContainers();
            if (!initializing || StatusConditions.holds(pod, "Initialized")) {
                restarts = sidecarRestarts;
                lastRestart = lastSidecarRestart;
                containers();
            }
            leaving();
            return new PodSummary(ready + "/" + total, status, restarts, lastRestart);
        }

        private void initialContainers() {
            JsonNode statuses = pod.at("/status/initContainerStatuses");
            for (JsonNode initial : pod.at("/spec/initContainers")) {
                total += isSidecar(initial) ? 1 : 0;
            }
            for (int place = 0; place < statuses.size() && !initializing; place++) {
                JsonNode container = statuses.get(place);
                boolean sidecar = isSidecar(specification(container.path("name").asText()));
                count(container);
                if (sidecar) {
                    sidecarRestarts += container.path("restartCount").asInt();
                    lastSidecarRestart = later(lastSidecarRestart, container);
                }
                initialContainer(container, sidecar, place);
            }
        }

        private void initialContainer(JsonNode container, boolean sidecar, int place) {
            JsonNode terminated = container.at("/state/terminated");
            String waiting = container.at("/state/waiting/reason").asText();
            if (terminated.isObject() && terminated.path("exitCode").asInt() == 0) {
                return;
            }
            if (sidecar && container.path("started").asBoolean()) {
                ready += container.path("ready").asBoolean() ? 1 : 0;
                return;
            }
            initializing = true;
            if (terminated.isObject()) {
                status = "Init:" + ending(terminated);
            } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
                status = "Init:" + waiting;
            } else {
                status = "Init:" + place + "/" + pod.at("/spec/initContainers").size();
            }
        }

        private void containers() {
            JsonNode statuses = pod.at("/status/containerStatuses");
            boolean running = false;
            String failure = "";
            for (int place = statuses.size() - 1; place >= 0; place--) {
                JsonNode container = statuses.get(place);
                JsonNode terminated = container.at("/state/terminated");
                count(container);
                if (!container.at("/state/waiting/reason").asText().isEmpty()) {
                    status = container.at("/state/waiting/reason").asText();
                } else if (terminated.isObject()) {
                    status = ending(terminated);
                    failure = terminated.path("exitCode").asInt() != 0 ? status : failure;
                } else if (container.path("ready").asBoolean()
                        && container.at("/state/running").isObject()) {
                    running = true;
                    ready++;
                }
            }
            if (status.equals("Completed")) {
                completed(running, failure);
            }
        }

        /** Handles completed containers: the Pod is running as long as another container runs. */
        private void completed(boolean running, String failure) {
            if (running && StatusConditions.holds(pod, "Ready")) {
                status = "Running";
            } else if (!failure.isEmpty()) {
                status = failure;
            } else if (running) {
                status = "NotReady";
            }
        }

        private void leaving() {
            if (!pod.path("metadata").hasNonNull("deletionTimestamp")) {
                return;
            }
            String phase = pod.at("/status/phase").asText();
            if (pod.at("/status/reason").asText().equals("NodeLost")) {
                status = "Unknown";
            } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                status = "Terminating";
            }
        }

        private void count(JsonNode container) {
            restarts += container.path("restartCount").asInt();
            lastRestart = later(lastRestart, container);
        }

        private static String later(String known, JsonNode container) {
            String ended = container.at("/lastState/terminated/finishedAt").asText();
            return ended.compareTo(known) > 0 ? ended : known;
        }

        private JsonNode specification(String name) {
            for (JsonNode container : pod.at("/spec/initContainers")) {
                if (container.path("name").asText().equals(name)) {
                    return container;
                }
            }
            return pod.path("none");
        }

        private static boolean isSidecar(JsonNode container) {
            return container.path("restartPolicy").asText().equals("Always");
        }

        private static String ending(JsonNode terminated) {
            String reason = terminated.path("reason").asText();
            if (!reason.isEmpty()) {
                return reason;
            }
            int signal = terminated.path("signal").asInt();
            return signal != 0
                    ? "Signal:" + signal
                    : "ExitCode:" + terminated.path("exitCode").asInt();
        }
    }
}
