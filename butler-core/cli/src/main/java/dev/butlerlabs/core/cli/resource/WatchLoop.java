package dev.butlerlabs.core.cli.resource;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Prints the listed objects and then each change. A closed watch is resumed from the last seen resource version. If the server no longer has
 * the changes since then, lists again and prints what differs. Use one instance for one watch.
 */
final class WatchLoop<T extends HasMetadata> {
    private final WatchSource<T> source;
    private final Consumer<List<T>> printer;
    private final BooleanSupplier stopped;
    private final Map<String, T> seen = new LinkedHashMap<>();
    private String version = "";

    /** @param stopped checked after each change and whenever the server has closed the watch */
    WatchLoop(WatchSource<T> source, Consumer<List<T>> printer, BooleanSupplier stopped) {
        this.source = source;
        this.printer = printer;
        this.stopped = stopped;
    }

    void run() {
        list();
        while (!stopped.getAsBoolean()) {
            if (!source.watch(version, this::changed)) {
                list();
            }
        }
    }

    private void list() {
        WatchSource.Page<T> page = source.list();
        List<T> changed = new ArrayList<>();
        Map<String, T> before = new LinkedHashMap<>(seen);
        for (T object : page.items()) {
            T known = before.remove(key(object));
            if (known == null || !version(known).equals(version(object))) {
                changed.add(object);
            }
            seen.put(key(object), object);
        }
        before.forEach((key, deleted) -> {
            seen.remove(key);
            changed.add(deleted);
        });
        version = page.resourceVersion();
        if (!changed.isEmpty()) {
            printer.accept(changed);
        }
    }

    private boolean changed(WatchSource.Change<T> change) {
        T object = change.object();
        version = version(object);
        if (change.isDeleted()) {
            seen.remove(key(object));
        } else {
            seen.put(key(object), object);
        }
        printer.accept(List.of(object));
        return !stopped.getAsBoolean();
    }

    private static String key(HasMetadata object) {
        return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName() + "/"
                + object.getMetadata().getUid();
    }

    private static String version(HasMetadata object) {
        return String.valueOf(object.getMetadata().getResourceVersion());
    }
}
