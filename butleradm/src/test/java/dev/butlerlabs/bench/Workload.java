package dev.butlerlabs.bench;

import java.util.function.IntConsumer;

/** What every server is asked to do, in the same order with the same client. */
final class Workload {
    private static final int CALLERS = 16;

    private final BenchClient client;
    private final Figures figures;

    Workload(BenchClient client, Figures figures) {
        this.client = client;
        this.figures = figures;
    }

    void run() {
        Widgets.define(client);
        warmUp();
        createAndGetOneByOne();
        createAndGetTogether();
        list(500);
        list(10_000);
        watch();
    }

    private void warmUp() {
        Widgets.createNamespace(client, "warm");
        Timing.rate(0, 2000, CALLERS, creating("warm"));
        Timing.rate(0, 2000, CALLERS, getting("warm"));
        Timing.each(0, 20, _ -> client.get(Widgets.path("warm")));
    }

    private void createAndGetOneByOne() {
        Widgets.createNamespace(client, "list-500");
        double[] creates = Timing.each(0, 500, creating("list-500"));
        figures.less("create, one caller, median", Timing.percentile(creates, 50), "ms");
        figures.less("create, one caller, 99th percentile", Timing.percentile(creates, 99), "ms");
        double[] gets = Timing.each(0, 500, getting("list-500"));
        figures.less("get, one caller, median", Timing.percentile(gets, 50), "ms");
        figures.less("get, one caller, 99th percentile", Timing.percentile(gets, 99), "ms");
    }

    private void createAndGetTogether() {
        Widgets.createNamespace(client, "list-10000");
        figures.more("create, 16 callers", Timing.rate(0, 10_000, CALLERS, creating("list-10000")), "per s");
        figures.more("get, 16 callers", Timing.rate(0, 10_000, CALLERS, getting("list-10000")), "per s");
    }

    private void list(int objects) {
        String path = Widgets.path("list-" + objects);
        double[] lists = Timing.each(0, objects > 1000 ? 11 : 41, _ -> client.get(path));
        figures.less("list " + objects + ", median", Timing.percentile(lists, 50), "ms");
        double[] pages = Timing.each(0, 21, _ -> client.get(path + "?limit=100"));
        figures.less("first page of 100 out of " + objects + ", median", Timing.percentile(pages, 50), "ms");
    }

    /** One watcher tells how soon an event comes; many share the processors with the writer, and tell how many come at all. */
    private void watch() {
        watched("watched-warm", 20, 100);
        FanOut one = watched("watched-one", 1, 400);
        figures.less("create to event, one watcher, median", one.latency(50), "ms");
        figures.less("create to event, one watcher, 99th percentile", one.latency(99), "ms");
        FanOut many = watched("watched-many", 100, 400);
        figures.more("events told to 100 watchers", many.rate(), "per s");
        figures.less("create to event, 100 watchers, median", many.latency(50), "ms");
        figures.less("create to event, 100 watchers, 99th percentile", many.latency(99), "ms");
    }

    private FanOut watched(String namespace, int watchers, int objects) {
        Widgets.createNamespace(client, namespace);
        FanOut fanOut = new FanOut(client, Widgets.path(namespace), watchers, objects);
        fanOut.run();
        return fanOut;
    }

    /** Fills the server up and says how fast that went. */
    void fill(int objects) {
        Widgets.define(client);
        Widgets.createNamespace(client, "full");
        figures.more(
                "create up to %,d objects, 16 callers".formatted(objects),
                Timing.rate(0, objects, CALLERS, creating("full")),
                "per s");
    }

    private IntConsumer creating(String namespace) {
        return number -> client.post(Widgets.path(namespace), Widgets.body(number, "now"));
    }

    private IntConsumer getting(String namespace) {
        return number -> client.get(Widgets.path(namespace) + "/" + Widgets.name(number));
    }
}
