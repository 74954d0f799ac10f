package dev.butlerlabs.core.reconcile;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Optional;

/** The custom resource of these tests: it wants a ConfigMap holding its text. */
@Group("test.butlerlabs.dev")
@Version("v1")
public class Greeting extends CustomResource<Greeting.Spec, Greeting.Status> implements Namespaced {
    static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: greetings.test.butlerlabs.dev
            spec:
              group: test.butlerlabs.dev
              scope: Namespaced
              names: {kind: Greeting, listKind: GreetingList, plural: greetings, singular: greeting}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    required: [spec]
                    properties:
                      spec:
                        type: object
                        required: [text]
                        properties:
                          text: {type: string}
                          paused: {type: boolean}
                          closed: {type: boolean}
                          broken: {type: boolean}
                          number: {x-kubernetes-preserve-unknown-fields: true}
                      status:
                        type: object
                        properties:
                          phase: {type: string}
                          observedGeneration: {type: integer, format: int64}
                          lastUpdated: {type: string, format: date-time}
                          conditions:
                            type: array
                            x-kubernetes-list-type: map
                            x-kubernetes-list-map-keys: [type]
                            items:
                              type: object
                              required: [type, status, reason, message, lastTransitionTime]
                              properties:
                                type: {type: string}
                                status: {type: string, enum: ["True", "False", "Unknown"]}
                                reason: {type: string, minLength: 1}
                                message: {type: string}
                                lastTransitionTime: {type: string, format: date-time}
                                observedGeneration: {type: integer, format: int64}
            """;

    /**
     * What is wanted.
     *
     * @param closed makes the second step wait
     * @param broken makes the third step fail
     * @param number is of no use; the definition does not say that it must be one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Spec(String text, Boolean paused, Boolean closed, Boolean broken, Integer number) {
        Spec(String text, Boolean paused, Boolean closed, Boolean broken) {
            this(text, paused, closed, broken, null);
        }

        static Spec of(String text) {
            return new Spec(text, null, null, null);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Status(String phase, Long observedGeneration, String lastUpdated, List<Condition> conditions) {}

    static Greeting of(String namespace, String name, Spec spec) {
        Greeting greeting = new Greeting();
        greeting.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        greeting.setSpec(spec);
        return greeting;
    }

    List<Condition> conditions() {
        return Optional.ofNullable(getStatus()).map(Status::conditions).orElse(List.of());
    }

    String phase() {
        return Optional.ofNullable(getStatus()).map(Status::phase).orElse("");
    }
}
