package dev.butlerlabs.core.identity.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks the API server who the caller is and what it or another user may do. Thread-safe. */
public final class AccessReviewClient {
    private final KubernetesClient client;

    public AccessReviewClient(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the caller as the API server knows it.
     *
     * @throws ButlerException with NOT_FOUND if the server does not serve SelfSubjectReviews
     */
    public AccessSubject self() {
        UserInfo user = review(
                        "SelfSubjectReview",
                        () -> client.authentication().v1().selfSubjectReviews().create(new SelfSubjectReview()))
                .getStatus()
                .getUserInfo();
        return new AccessSubject(user.getUsername(), Objects.requireNonNullElse(user.getGroups(), List.<String>of()));
    }

    /**
     * Returns whether a request is permitted.
     *
     * @param other the user whose permission is checked; empty for the caller
     * @throws ButlerException if the server does not answer such questions
     */
    public SubjectAccessReviewStatus decide(AccessQuestion question, Optional<AccessSubject> other) {
        return other.map(subject -> ofOther(question, subject)).orElseGet(() -> ofSelf(question));
    }

    private SubjectAccessReviewStatus ofSelf(AccessQuestion question) {
        return review(
                        "SelfSubjectAccessReview",
                        () -> client.authorization()
                                .v1()
                                .selfSubjectAccessReview()
                                .create(new SelfSubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withResourceAttributes(attributes(question))
                                        .endSpec()
                                        .build()))
                .getStatus();
    }

    private SubjectAccessReviewStatus ofOther(AccessQuestion question, AccessSubject subject) {
        return review(
                        "SubjectAccessReview",
                        () -> client.authorization()
                                .v1()
                                .subjectAccessReview()
                                .create(new SubjectAccessReviewBuilder()
                                        .withNewSpec()
                                        .withUser(subject.user())
                                        .withGroups(subject.groups())
                                        .withResourceAttributes(attributes(question))
                                        .endSpec()
                                        .build()))
                .getStatus();
    }

    private static ResourceAttributes attributes(AccessQuestion question) {
        return new ResourceAttributesBuilder()
                .withVerb(question.verb())
                .withGroup(question.group())
                .withResource(question.plural())
                .withSubresource(question.subresource().orElse(null))
                .withName(question.name().orElse(null))
                .withNamespace(question.namespace().orElse(null))
                .build();
    }

    private <T> T review(String kind, Supplier<T> request) {
        return KubeErrorMapper.translating(client, "creating a " + kind, () -> {
            try {
                return request.get();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    throw new ButlerException(
                            ErrorCode.NOT_FOUND,
                            "The server does not serve %ss.".formatted(kind),
                            "Use a server with Kubernetes v1.28 or later.");
                }
                throw e;
            }
        });
    }
}
