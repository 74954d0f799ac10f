package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Optional;
import java.util.function.Consumer;

/** Strategy of access reviews: every authenticated client is an administrator, so everything is allowed. */
final class ReviewStrategy implements ResourceStrategy {
    private static final String USER = "kubernetes-admin";

    private final Consumer<ObjectNode> answer;

    private ReviewStrategy(Consumer<ObjectNode> answer) {
        this.answer = answer;
    }

    static ResourceStrategy access() {
        return new ReviewStrategy(
                status -> status.put("allowed", true).put("reason", "the client is an administrator"));
    }

    static ResourceStrategy rules() {
        return new ReviewStrategy(ReviewStrategy::everything);
    }

    static ResourceStrategy self() {
        return new ReviewStrategy(status -> putUser(status.putObject("userInfo")));
    }

    @Override
    public Optional<KubernetesObject> review(KubernetesObject question) {
        answer.accept(question.tree().putObject("status"));
        return Optional.of(question);
    }

    private static void everything(ObjectNode status) {
        ObjectNode resources = status.putArray("resourceRules").addObject();
        ObjectNode paths = status.putArray("nonResourceRules").addObject();
        resources.putArray("verbs").add("*");
        resources.putArray("apiGroups").add("*");
        resources.putArray("resources").add("*");
        paths.putArray("verbs").add("*");
        paths.putArray("nonResourceURLs").add("*");
        status.put("incomplete", false);
    }

    private static void putUser(ObjectNode user) {
        user.put("username", USER);
        user.putArray("groups").add("system:masters").add("system:authenticated");
    }
}
