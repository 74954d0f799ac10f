package dev.butlerlabs.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many watches of one namespace, and how soon each of them hears of what is created there. */
final class FanOut {
    private final BenchClient client;
    private final String path;
    private final int watchers;
    private final int objects;
    private final List<double[]> latencies = new ArrayList<>();
    private double milliseconds;

    FanOut(BenchClient client, String path, int watchers, int objects) {
        this.client = client;
        this.path = path;
        this.watchers = watchers;
        this.objects = objects;
    }

    /** One writer creates as fast as it is answered, until every watcher has heard of everything. */
    void run() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String revision = client.resourceVersion(path);
            CountDownLatch watching = new CountDownLatch(watchers);
            List<Future<?>> hearing = new ArrayList<>();
            for (int watcher = 0; watcher < watchers; watcher++) {
                double[] heard = new double[objects];
                latencies.add(heard);
                hearing.add(threads.submit(() -> hear(revision, watching, heard)));
            }
            client.post(path, body(0));
            watching.await();
            milliseconds = Timing.milliseconds(() -> {
                Timing.each(1, objects + 1, number -> client.post(path, body(number)));
                hearing.forEach(Timing::await);
            });
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Events told per second, over all watchers. */
    double rate() {
        return watchers * objects * 1000 / milliseconds;
    }

    /** Milliseconds between the sending of a create and the arrival of its event at a watcher. */
    double latency(int percent) {
        return Timing.percentile(
                latencies.stream().flatMapToDouble(Arrays::stream).toArray(), percent);
    }

    private static String body(int number) {
        return Widgets.body(number, Long.toString(System.nanoTime()));
    }

    /** The first event only shows that the watch runs. */
    private void hear(String revision, CountDownLatch watching, double[] heard) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(client.watch(path, revision), StandardCharsets.UTF_8))) {
            lines.readLine();
            watching.countDown();
            for (int number = 0; number < objects; number++) {
                String line = lines.readLine();
                heard[number] = (System.nanoTime() - sent(line)) / 1e6;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static long sent(String line) {
        int start = line.indexOf("\"sent\":\"") + 8;
        return Long.parseLong(line.substring(start, line.indexOf('"', start)));
    }
}
