package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The golden folders of server-side apply: requests to a gadget, and what becomes of it. */
final class ApplyCases {
    private ApplyCases() {}

    static List<GoldenFolder> all() {
        return GoldenFolder.of("apply");
    }

    /** Sends every step, checks the refusals, and returns the last object that was answered. */
    static JsonNode play(GoldenFolder folder, String name, GadgetApi api) {
        JsonNode object = Gadgets.YAML.nullNode();
        for (JsonNode yaml : folder.file("steps")) {
            Answer answer = api.send(Step.read(yaml));
            JsonNode refused = yaml.path("refused");
            if (refused.isMissingNode()) {
                assertThat(answer.status()).as("%s", answer).isEqualTo(200);
                object = answer.body();
            } else {
                assertThat(answer.status())
                        .as("%s", answer)
                        .isEqualTo(refused.path("status").asInt());
                assertThat(answer.body().path("message").asText().replace(name, "NAME"))
                        .isEqualTo(Answer.comparable(refused.path("message").asText()));
            }
        }
        return Gadgets.yaml(object.toString().replace(name, "NAME"));
    }
}
