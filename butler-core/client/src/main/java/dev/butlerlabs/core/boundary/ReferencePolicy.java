package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Namespaces;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether a reference may cross a namespace boundary. Pure functions: callers read the objects. Thread-safe.
 *
 * <p>A reference within a namespace and every reference from the platform namespace are permitted, since only platform operators write
 * there. The controllers act with their own permissions, so they must not follow any other reference unless the target permits it.
 */
public final class ReferencePolicy {
    private ReferencePolicy() {}

    /** Returns whether only platform operators write in a namespace. */
    public static boolean isPlatform(String namespace) {
        return Namespaces.SYSTEM.equals(namespace);
    }

    /**
     * Checks a reference to an object that permits references from other namespaces with the annotation {@link
     * Annotations#ALLOW_REFERENCES_FROM}, such as a Secret.
     *
     * @param target the object, if it exists; the rejection does not reveal whether it does
     * @return why the reference is rejected; empty if it is permitted
     */
    public static Optional<PolicyViolation> checkGranted(
            ObjectReferencePath reference, Optional<? extends HasMetadata> target) {
        return isInside(reference)
                        || target.filter(object -> grants(object, reference.from()))
                                .isPresent()
                ? Optional.empty()
                : Optional.of(refusal(
                        reference,
                        "Move the %s to namespace \"%s\", or annotate it with %s=%s."
                                .formatted(
                                        reference.kind(),
                                        reference.from(),
                                        Annotations.ALLOW_REFERENCES_FROM,
                                        reference.from())));
    }

    /**
     * Checks a reference to a type of object that the platform namespace shares with every namespace, such as a ProviderConfig.
     *
     * @return why the reference is rejected; empty if it is permitted
     */
    public static Optional<PolicyViolation> checkShared(ObjectReferencePath reference) {
        return isInside(reference) || isPlatform(reference.to())
                ? Optional.empty()
                : Optional.of(refusal(
                        reference,
                        "Use a %s of namespace \"%s\" or \"%s\"."
                                .formatted(reference.kind(), reference.from(), Namespaces.SYSTEM)));
    }

    private static boolean isInside(ObjectReferencePath reference) {
        return reference.from().equals(reference.to()) || isPlatform(reference.from());
    }

    private static boolean grants(HasMetadata target, String namespace) {
        String granted = Optional.ofNullable(target.getMetadata().getAnnotations())
                .orElse(Map.of())
                .getOrDefault(Annotations.ALLOW_REFERENCES_FROM, "");
        return Arrays.stream(granted.split(",", -1)).map(String::strip).anyMatch(namespace::equals);
    }

    private static PolicyViolation refusal(ObjectReferencePath reference, String remedy) {
        return new PolicyViolation(
                PolicyViolation.REFERENCE_NOT_PERMITTED,
                "%s refers to %s %s, but objects of namespace \"%s\" must not use it. %s"
                        .formatted(reference.field(), reference.kind(), reference.target(), reference.from(), remedy));
    }
}
