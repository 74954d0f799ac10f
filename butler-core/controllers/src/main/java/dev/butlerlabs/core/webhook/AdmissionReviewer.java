package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers AdmissionReviews by rules. An object is admitted if all rules for its resource type admit it; a type without rules is admitted.
 * Thread-safe.
 */
public final class AdmissionReviewer {
    private static final Logger LOG = LoggerFactory.getLogger(AdmissionReviewer.class);

    private final List<AdmissionRule<?>> rules;
    private final KubernetesSerialization decoder;

    /** Creates a reviewer that decodes objects like the client does. */
    public AdmissionReviewer(List<AdmissionRule<?>> rules, KubernetesClient client) {
        this.rules = List.copyOf(rules);
        this.decoder = LenientDecoder.over(client).getKubernetesSerialization();
    }

    /**
     * Decides about a review.
     *
     * @throws ReviewFormatException if the document is not a valid AdmissionReview
     */
    ReviewResponse review(JsonNode review) throws ReviewFormatException {
        ReviewRequest request = ReviewRequest.read(review);
        List<String> problems = new ArrayList<>();
        for (AdmissionRule<?> rule : rules) {
            if (concerns(rule, request)) {
                try {
                    problems.addAll(apply(rule, request));
                } catch (UndecodableRequestException e) {
                    return ReviewResponse.undecodable(request.uid(), e.getMessage());
                } catch (RuntimeException e) {
                    LOG.error("Admission rule {} failed on review {}", name(rule), request.uid(), e);
                    return ReviewResponse.failed(request.uid(), name(rule));
                }
            }
        }
        return ReviewResponse.decided(request.uid(), problems);
    }

    private static boolean concerns(AdmissionRule<?> rule, ReviewRequest request) {
        return HasMetadata.getKind(rule.kind()).equals(request.kind())
                && HasMetadata.getGroup(rule.kind()).equals(request.group());
    }

    private static String name(AdmissionRule<?> rule) {
        return rule.getClass().getSimpleName();
    }

    private <T extends HasMetadata> List<String> apply(AdmissionRule<T> rule, ReviewRequest request)
            throws UndecodableRequestException {
        Optional<T> after = Optional.empty();
        if (request.after().isPresent()) {
            T decoded = decode(rule, request.after().get());
            Optional<UndecodableObject> problem = UndecodableObject.of(decoded);
            if (problem.isPresent()) {
                throw new UndecodableRequestException(problem.get());
            }
            after = Optional.of(decoded);
        }
        return rule.decide(request(rule, request, after)).problems();
    }

    /** A stored object that cannot be decoded can be replaced; this is decided like a creation. */
    private <T extends HasMetadata> AdmissionRequest<T> request(
            AdmissionRule<T> rule, ReviewRequest request, Optional<T> after) {
        Optional<T> before = request.before()
                .map(stored -> decode(rule, stored))
                .filter(stored -> UndecodableObject.of(stored).isEmpty());
        boolean replaced = request.operation() == Operation.UPDATE && before.isEmpty();
        return new AdmissionRequest<>(
                replaced ? Operation.CREATE : request.operation(),
                before,
                after,
                request.requester(),
                request.dryRun());
    }

    private <T extends HasMetadata> T decode(AdmissionRule<T> rule, JsonNode object) {
        return decoder.unmarshal(object.toString(), rule.kind());
    }

    /** The requested object cannot be decoded. */
    private static final class UndecodableRequestException extends Exception {
        private static final long serialVersionUID = 1L;

        UndecodableRequestException(UndecodableObject object) {
            super(object.toString());
        }
    }
}
