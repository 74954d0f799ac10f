package dev.butlerlabs.core.embedded.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.status.ApiException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app=web",
                "app==web,tier!=back",
                "app in (web, api)",
                "tier notin (back)",
                "app",
                "!tier",
                "size>3",
                "size<5,app",
                "empty=",
                ""
            })
    void selects(String selector) {
        assertThat(LabelSelector.parse(selector).test(labelled())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"app=api", "app!=web", "app notin (web)", "tier", "!app", "size>4", "size<4", "tier in (back)"})
    void leavesOut(String selector) {
        assertThat(LabelSelector.parse(selector).test(labelled())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"app in web", "=web", "app=web tier=back", "app in (web", "a b", "size>many", "-x=y", "a=b c"})
    void refuses(String selector) {
        assertThatThrownBy(() -> LabelSelector.parse(selector))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(400));
    }

    private static KubernetesObject labelled() {
        KubernetesObject object = new KubernetesObject(JsonCodec.object());
        object.metadata().putObject("labels").put("app", "web").put("size", "4").put("empty", "");
        return object;
    }
}
