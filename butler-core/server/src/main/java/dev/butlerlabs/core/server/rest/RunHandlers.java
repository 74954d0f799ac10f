package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEventReader;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.view.BootstrapRunBuilder;
import dev.butlerlabs.core.server.view.ItemLists.RunList;
import dev.butlerlabs.core.server.view.RunViewBuilder;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import dev.butlerlabs.core.server.view.RunViews.RunRow;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bootstrap and upgrade runs: from the run logs of this machine, and from the ClusterBootstraps that the user may read. */
public final class RunHandlers {
    private static final String LOG = "events.jsonl";
    private static final long LARGEST_LOG = 64L * 1024 * 1024;

    private final Optional<Path> directory;
    private final Clock clock;
    private final ProgressEventReader reader = new ProgressEventReader();

    /** @param directory contains one directory per management cluster; empty if this machine has none */
    public RunHandlers(Optional<Path> directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    public RunList list(ApiCall call) {
        return new RunList(rows(call.kubernetes()));
    }

    List<RunRow> rows(KubernetesClient client) {
        return runs(client)
                .map(RunDetail::row)
                .sorted(Comparator.comparing(RunRow::startedAt).reversed())
                .toList();
    }

    public RunDetail get(ApiCall call) {
        return runs(call.kubernetes())
                .filter(run -> run.row().id().equals(call.path("id")))
                .findFirst()
                .orElseThrow(
                        () -> new ButlerException(ErrorCode.NOT_FOUND, "Run %s not found.".formatted(call.path("id"))));
    }

    private Stream<RunDetail> runs(KubernetesClient client) {
        List<ClusterBootstrap> stored = ManagementHandlers.unlessAbsent(() -> ManagementHandlers.bootstraps(client))
                .orElse(List.of());
        return Stream.concat(
                logs().stream().flatMap(this::runs),
                stored.stream().flatMap(bootstrap -> BootstrapRunBuilder.run(bootstrap).stream()));
    }

    private List<Path> logs() {
        if (directory.filter(Files::isDirectory).isEmpty()) {
            return List.of();
        }
        try (Stream<Path> clusters = Files.list(directory.get())) {
            return clusters.map(cluster -> cluster.resolve(LOG))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot list the run logs of this machine.", e);
        }
    }

    private Stream<RunDetail> runs(Path log) {
        String cluster = log.getParent().getFileName().toString();
        List<RunTimeline.Run> runs = RunTimeline.of(events(log)).runs();
        return IntStream.range(0, runs.size())
                .mapToObj(i -> RunViewBuilder.detail(cluster + "-" + (i + 1), cluster, runs.get(i), clock.instant()));
    }

    private List<ProgressEvent> events(Path log) {
        try {
            if (Files.size(log) > LARGEST_LOG) {
                return List.of();
            }
            List<ProgressEvent> events = new ArrayList<>();
            try (Stream<String> lines = Files.lines(log)) {
                lines.forEach(line -> reader.read(line).ifPresent(events::add));
            }
            return events;
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read a run log of this machine.", e);
        }
    }
}
