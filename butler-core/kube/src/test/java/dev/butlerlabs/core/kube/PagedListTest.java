package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ConfigMapListBuilder;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagedListTest {
    private final List<String> requests = new ArrayList<>();
    private Optional<Integer> failure = Optional.empty();

    /** Two pages: one before, and one after "more". */
    private ConfigMapList list(ListOptions options) {
        requests.add("%s %s %s".formatted(options.getLimit(), options.getContinue(), options.getLabelSelector()));
        if (options.getLimit() == null) {
            return page("", "9", "a", "b", "c");
        }
        if (options.getContinue() == null) {
            return page("more", "7", "a", "b");
        }
        failure.ifPresent(code -> {
            throw new KubernetesClientException("failed", code, null);
        });
        return page("", "7", "c");
    }

    private static ConfigMapList page(String next, String version, String... names) {
        return new ConfigMapListBuilder()
                .withNewMetadata()
                .withContinue(next)
                .withResourceVersion(version)
                .endMetadata()
                .withItems(List.of(names).stream()
                        .map(name -> new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                        .toList())
                .build();
    }

    private PagedList<ConfigMap> read() {
        return PagedList.read(
                this::list, new ListOptionsBuilder().withLabelSelector("a=b").build());
    }

    private static List<String> names(PagedList<ConfigMap> list) {
        return list.items().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
    }

    @Test
    void readsAllPagesOfOneState() {
        PagedList<ConfigMap> list = read();

        assertThat(names(list)).containsExactly("a", "b", "c");
        assertThat(list.resourceVersion()).isEqualTo("7");
        assertThat(requests).containsExactly("1000 null a=b", "1000 more a=b");
    }

    @Test
    void startsAgainWithoutPagesWhenTheServerHasForgottenTheFirst() {
        failure = Optional.of(410);
        PagedList<ConfigMap> list = read();

        assertThat(names(list)).containsExactly("a", "b", "c");
        assertThat(list.resourceVersion()).isEqualTo("9");
        assertThat(requests).containsExactly("1000 null a=b", "1000 more a=b", "null null a=b");
    }

    @Test
    void otherFailuresAreNotRetried() {
        failure = Optional.of(403);
        assertThatThrownBy(this::read).isInstanceOf(KubernetesClientException.class);
        assertThat(requests).hasSize(2);
    }
}
