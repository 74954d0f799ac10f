package dev.butlerlabs.core.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class WatchLoopTest {
    private final List<String> printed = new ArrayList<>();
    private final Script script = new Script();
    private final WatchLoop<ConfigMap> loop = new WatchLoop<>(
            script,
            rows -> rows.forEach(row -> printed.add(
                    row.getMetadata().getName() + "@" + row.getMetadata().getResourceVersion())),
            script::isOver);

    /** A server that answers as written: lists, and watches with changes that end closed or expired. */
    private static final class Script implements WatchSource<ConfigMap> {
        private final Deque<Page<ConfigMap>> lists = new ArrayDeque<>();
        private final Deque<List<Change<ConfigMap>>> watches = new ArrayDeque<>();
        private final Deque<Boolean> resumable = new ArrayDeque<>();
        private final List<String> watchedFrom = new ArrayList<>();
        private boolean wasStopped;

        boolean isOver() {
            return watches.isEmpty();
        }

        @Override
        public Page<ConfigMap> list() {
            return lists.remove();
        }

        @Override
        public boolean watch(String resourceVersion, Predicate<Change<ConfigMap>> changes) {
            watchedFrom.add(resourceVersion);
            List<Change<ConfigMap>> sent = watches.remove();
            boolean canResume = resumable.remove();
            for (Change<ConfigMap> change : sent) {
                wasStopped |= !changes.test(change);
            }
            return canResume;
        }
    }

    @Test
    void printsTheListAndThenEachChange() {
        lists(page("7", object("a", "3"), object("b", "5")));
        watches(true, List.of(changed("a", "8"), deleted("b", "9")));
        loop.run();
        assertThat(printed).containsExactly("a@3", "b@5", "a@8", "b@9");
        assertThat(script.watchedFrom).containsExactly("7");
        assertThat(script.wasStopped).isTrue();
    }

    @Test
    void resumesAClosedWatchFromTheLastChange() {
        lists(page("7", object("a", "3")));
        watches(true, List.of(changed("a", "8")));
        watches(true, List.of());
        watches(true, List.of(changed("a", "12")));
        loop.run();
        assertThat(script.watchedFrom).containsExactly("7", "8", "8");
        assertThat(printed).containsExactly("a@3", "a@8", "a@12");
    }

    @Test
    void listsAgainAndPrintsDifferencesIfChangesHaveExpired() {
        lists(page("7", object("a", "3"), object("b", "5"), object("c", "6")));
        lists(page("40", object("a", "3"), object("b", "33"), object("d", "34")));
        watches(false, List.of());
        watches(true, List.of());
        loop.run();
        assertThat(printed).containsExactly("a@3", "b@5", "c@6", "b@33", "d@34", "c@6");
        assertThat(script.watchedFrom).containsExactly("7", "40");
    }

    @Test
    void printsAnObjectThatWasRecreatedWhileNotWatching() {
        lists(page("7", object("a", "3", "first")));
        lists(page("40", object("a", "3", "second")));
        watches(false, List.of());
        watches(true, List.of());
        loop.run();
        assertThat(printed).containsExactly("a@3", "a@3", "a@3");
    }

    @Test
    void printsNothingForAnEmptyList() {
        lists(page("7"));
        watches(true, List.of());
        loop.run();
        assertThat(printed).isEmpty();
    }

    private void lists(WatchSource.Page<ConfigMap> page) {
        script.lists.add(page);
    }

    private void watches(boolean canResume, List<WatchSource.Change<ConfigMap>> changes) {
        script.watches.add(changes);
        script.resumable.add(canResume);
    }

    private static WatchSource.Page<ConfigMap> page(String version, ConfigMap... objects) {
        return new WatchSource.Page<>(List.of(objects), version);
    }

    private static WatchSource.Change<ConfigMap> changed(String name, String version) {
        return new WatchSource.Change<>(object(name, version), false);
    }

    private static WatchSource.Change<ConfigMap> deleted(String name, String version) {
        return new WatchSource.Change<>(object(name, version), true);
    }

    private static ConfigMap object(String name, String version) {
        return object(name, version, "uid-" + name);
    }

    private static ConfigMap object(String name, String version, String uid) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .withResourceVersion(version)
                .withUid(uid)
                .endMetadata()
                .build();
    }
}
