package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
final class AdmissionReviewerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TEAM = """
            {"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"Team","metadata":{"name":"payments"},\
            "spec":{"resourceLimits":{"maxClusters":%s}}}""";

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final List<AdmissionRequest<Team>> requests = new ArrayList<>();

    @AfterEach
    void close() {
        api.close();
    }

    private record TeamRule(Function<AdmissionRequest<Team>, AdmissionDecision> decision)
            implements AdmissionRule<Team> {
        @Override
        public Class<Team> kind() {
            return Team.class;
        }

        @Override
        public AdmissionDecision decide(AdmissionRequest<Team> request) {
            return decision.apply(request);
        }
    }

    private AdmissionRule<Team> recording(String... problems) {
        return new TeamRule(request -> {
            requests.add(request);
            return new AdmissionDecision(List.of(problems));
        });
    }

    private JsonNode review(String review, AdmissionRule<?>... rules) throws Exception {
        return new AdmissionReviewer(List.of(rules), api.client())
                .review(JSON.readTree(review))
                .toJson()
                .path("response");
    }

    private static String reviewOf(String operation, String before, String after) {
        return """
                {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-1","operation":"%s",
                "kind":{"group":"butler.butlerlabs.dev","version":"v1alpha1","kind":"Team"},"dryRun":true,
                "userInfo":{"username":"ada","groups":["a","b"]},"oldObject":%s,"object":%s}}
                """.formatted(operation, before, after);
    }

    @Test
    void admitsWhatAllRulesAdmit() throws Exception {
        JsonNode response = review(reviewOf("UPDATE", TEAM.formatted(1), TEAM.formatted(2)), recording(), recording());

        assertThat(response.path("uid").asText()).isEqualTo("u-1");
        assertThat(response.path("allowed").asBoolean()).isTrue();
        assertThat(requests).hasSize(2);
        AdmissionRequest<Team> request = requests.getFirst();
        assertThat(request.operation()).isEqualTo(Operation.UPDATE);
        assertThat(request.before().orElseThrow().getSpec().resourceLimits().maxClusters())
                .isEqualTo(1);
        assertThat(request.after().orElseThrow().getSpec().resourceLimits().maxClusters())
                .isEqualTo(2);
        assertThat(request.requester().name()).isEqualTo("ada");
        assertThat(request.requester().groups()).containsExactly("a", "b");
        assertThat(request.dryRun()).isTrue();
    }

    @Test
    void reportsTheProblemsOfAllRules() throws Exception {
        JsonNode response =
                review(reviewOf("CREATE", "null", TEAM.formatted(1)), recording("one", "two"), recording("three"));

        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(403);
        assertThat(response.at("/status/message").asText()).isEqualTo("one; two; three");
    }

    @Test
    void aDeletionHasNoObject() throws Exception {
        assertThat(review(reviewOf("DELETE", TEAM.formatted(1), "null"), recording())
                        .path("allowed")
                        .asBoolean())
                .isTrue();
        assertThat(requests.getFirst().after()).isEmpty();
    }

    @Test
    void doesNotAskRulesOfOtherTypes() throws Exception {
        String other =
                reviewOf("CREATE", "null", TEAM.formatted(1)).replace("\"kind\":\"Team\"},", "\"kind\":\"User\"},");
        assertThat(review(other, recording("no")).path("allowed").asBoolean()).isTrue();
        assertThat(requests).isEmpty();
    }

    @Test
    void rejectsAnObjectThatCannotBeDecoded() throws Exception {
        JsonNode response = review(reviewOf("CREATE", "null", TEAM.formatted("99999999999")), recording());

        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(422);
        assertThat(response.at("/status/message").asText())
                .contains("Team payments cannot be decoded", "spec.resourceLimits.maxClusters");
        assertThat(requests).isEmpty();
    }

    @Test
    void permitsTheRepairOfAStoredObjectThatCannotBeDecoded() throws Exception {
        JsonNode response = review(reviewOf("UPDATE", TEAM.formatted("99999999999"), TEAM.formatted(1)), recording());

        assertThat(response.path("allowed").asBoolean()).isTrue();
        assertThat(requests.getFirst().operation()).isEqualTo(Operation.CREATE);
        assertThat(requests.getFirst().before()).isEmpty();
    }

    @Test
    void aRuleThatFailsDeniesWithoutItsMessage() throws Exception {
        AdmissionRule<Team> failing = new TeamRule(request -> {
            throw new IllegalStateException("password=hunter2");
        });
        JsonNode response = review(reviewOf("CREATE", "null", TEAM.formatted(1)), failing);

        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(500);
        assertThat(response.at("/status/message").asText())
                .contains("TeamRule", "u-1")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "admission.k8s.io/v1\"| admission.k8s.io/v2\" | apiVersion",
                "AdmissionReview | Other | kind",
                "\"uid\" | \"id\" | request.uid",
                "CREATE | CONNECT | request.operation",
                "\"username\" | \"user\" | request.userInfo.username",
                "\"object\" | \"none\" | request.object",
            })
    void rejectsAReviewThatIsNotValid(String text, String replacement, String problem) {
        String review = reviewOf("CREATE", "null", TEAM.formatted(1)).replace(text, replacement);
        assertThatThrownBy(() -> review(review, recording()))
                .isInstanceOf(ReviewFormatException.class)
                .hasMessageContaining(problem);
    }
}
