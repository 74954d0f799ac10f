package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes the content of many tenant clusters to a backup, some of them at a time. A tenant cluster that cannot be read is left out. */
final class TenantBatchWriter {
    private static final int AT_A_TIME = 4;

    private final EntryWriter entries;
    private final ProgressStep step;
    private final AtomicInteger finished = new AtomicInteger();

    TenantBatchWriter(EntryWriter entries, ProgressStep step) {
        this.entries = entries;
        this.step = step;
    }

    /**
     * Writes all tenant clusters.
     *
     * @return why tenant clusters are missing
     */
    List<String> write(List<TenantSource> tenants) throws IOException {
        List<String> missing = new ArrayList<>();
        int[] objects = {0};
        try (ExecutorService executor =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            List<Future<Outcome>> outcomes = tenants.stream()
                    .map(tenant -> executor.submit(() -> write(tenant, tenants.size())))
                    .toList();
            for (Future<Outcome> future : outcomes) {
                Outcome outcome = future.get();
                outcome.problem().ifPresent(missing::add);
                objects[0] += outcome.objects();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrorMapper.translate("reading tenant clusters", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            throw KubeErrorMapper.translate("reading tenant clusters", e.getCause());
        }
        step.done("%d/%d, %s"
                .formatted(tenants.size() - missing.size(), tenants.size(), CountFormatter.of(objects[0], "object")));
        return missing;
    }

    private record Outcome(int objects, Optional<String> problem) {}

    private Outcome write(TenantSource tenant, int all) {
        try {
            TenantContent content = new TenantContentWriter(tenant, entries).write(_ -> {});
            return new Outcome(content.objects(), Optional.empty());
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            return new Outcome(
                    0,
                    Optional.of("The content of tenant cluster %s is missing: %s"
                            .formatted(tenant.name(), e.getMessage())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            step.waiting("%d/%d tenant clusters read".formatted(finished.incrementAndGet(), all));
        }
    }
}
