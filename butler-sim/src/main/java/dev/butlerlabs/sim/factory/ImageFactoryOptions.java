package dev.butlerlabs.sim.factory;

import dev.butlerlabs.sim.fault.FaultPlan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a simulated Image Factory.
 *
 * @param port port on 127.0.0.1; 0 selects a free port
 * @param imageBytes size of every image, approximately for formats with a structure of their own
 * @param buildTime time of the first request for an image
 * @param redirects whether downloads are redirected to object storage on another port
 * @param ranges whether downloads can be resumed
 * @param everySchematic whether every schematic ID and every version exists
 * @param token bearer token that clients need; empty for the community edition
 */
public record ImageFactoryOptions(
        int port,
        long imageBytes,
        Duration buildTime,
        boolean redirects,
        boolean ranges,
        boolean everySchematic,
        Optional<String> token,
        FaultPlan faults) {
    public ImageFactoryOptions {
        Objects.requireNonNull(buildTime, "buildTime");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(faults, "faults");
    }

    /** Returns options with small images, fast builds, redirects and ranges, and without faults. */
    public static ImageFactoryOptions standard() {
        return new ImageFactoryOptions(
                0, 3_000_000, Duration.ofMillis(20), true, true, false, Optional.empty(), FaultPlan.none());
    }

    public ImageFactoryOptions withPort(int changed) {
        return new ImageFactoryOptions(
                changed, imageBytes, buildTime, redirects, ranges, everySchematic, token, faults);
    }

    public ImageFactoryOptions withImageBytes(long changed) {
        return new ImageFactoryOptions(port, changed, buildTime, redirects, ranges, everySchematic, token, faults);
    }

    public ImageFactoryOptions withBuildTime(Duration changed) {
        return new ImageFactoryOptions(port, imageBytes, changed, redirects, ranges, everySchematic, token, faults);
    }

    public ImageFactoryOptions withoutRedirects() {
        return new ImageFactoryOptions(port, imageBytes, buildTime, false, ranges, everySchematic, token, faults);
    }

    public ImageFactoryOptions withoutRanges() {
        return new ImageFactoryOptions(port, imageBytes, buildTime, redirects, false, everySchematic, token, faults);
    }

    public ImageFactoryOptions withToken(String changed) {
        return new ImageFactoryOptions(
                port, imageBytes, buildTime, redirects, ranges, everySchematic, Optional.of(changed), faults);
    }

    public ImageFactoryOptions withFaults(FaultPlan changed) {
        return new ImageFactoryOptions(port, imageBytes, buildTime, redirects, ranges, everySchematic, token, changed);
    }

    public ImageFactoryOptions withEverySchematic() {
        return new ImageFactoryOptions(port, imageBytes, buildTime, redirects, ranges, true, token, faults);
    }
}
