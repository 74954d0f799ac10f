package dev.butlerlabs.sim.factory;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.StreamedResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends artifacts, whole or in ranges. */
final class ArtifactServer {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-");

    private final ImageFactoryOptions options;

    ArtifactServer(ImageFactoryOptions options) {
        this.options = options;
    }

    StreamedResponse send(HttpApiRequest request, ArtifactPath artifact) {
        ArtifactContent content = ArtifactContent.of(artifact, options.imageBytes());
        long total = content.length();
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/octet-stream");
        headers.put("Content-Disposition", "attachment; filename=\"" + artifact.file() + "\"");
        headers.put("ETag", tag(artifact));
        Optional<Long> from = from(request, artifact).filter(start -> start < total);
        from.ifPresent(start -> headers.put("Content-Range", "bytes %d-%d/%d".formatted(start, total - 1, total)));
        long start = from.orElse(0L);
        long end = request.method().equals("HEAD") ? total : end(artifact, start, total);
        return new StreamedResponse(
                from.isPresent() ? 206 : 200, headers, OptionalLong.of(total - start), content.open(start, end));
    }

    /** Returns the first byte of a range request; empty for the whole content, also if it changed since the first request. */
    private Optional<Long> from(HttpApiRequest request, ArtifactPath artifact) {
        boolean changed = request.header("If-Range")
                .filter(tag -> !tag.equals(tag(artifact)))
                .isPresent();
        if (!options.ranges() || changed) {
            return Optional.empty();
        }
        Matcher range = RANGE.matcher(request.header("Range").orElse(""));
        return range.matches() ? Optional.of(Long.parseLong(range.group(1))) : Optional.empty();
    }

    private static String tag(ArtifactPath artifact) {
        return "\"" + Integer.toHexString(artifact.seed().hashCode()) + "\"";
    }

    private long end(ArtifactPath artifact, long start, long total) {
        boolean truncated = options.faults()
                .next(FaultKind.Stage.TRANSFER, SimulatedOperation.READ, artifact.file())
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
        return truncated ? start + (total - start) / 2 : total;
    }
}
