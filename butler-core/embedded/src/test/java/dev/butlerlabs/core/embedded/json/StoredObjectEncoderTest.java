package dev.butlerlabs.core.embedded.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StoredObjectEncoderTest {

    @Test
    void leavesTheRevisionOpenUntilItIsKnown() {
        KubernetesObject object = KubernetesObject.parse("""
                {"metadata":{"name":"a","resourceVersion":"3","labels":{"resourceVersion":"x"}},"kind":"K","apiVersion":"v1","data":{}}
                """.getBytes(StandardCharsets.UTF_8));
        StoredObjectEncoder form = StoredObjectEncoder.of(object, true);
        assertThat(new String(form.at(12), StandardCharsets.UTF_8))
                .isEqualTo("{\"kind\":\"K\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                        + "\"labels\":{\"resourceVersion\":\"x\"},\"resourceVersion\":\"12\"},\"data\":{}}");
        assertThat(KubernetesObject.parse(form.at(7)).resourceVersion()).isEqualTo("7");
    }
}
