package dev.butlerlabs.core.server.access;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Finds the namespaces in which a user may list tenant clusters. Thread-safe. */
public final class NamespaceFinder {
    private final PermissionReader permissions;
    private final Function<UserAccess, List<String>> candidates;

    /** @param candidates returns namespaces in which a user might have permissions; the API server decides about each of them */
    public NamespaceFinder(PermissionReader permissions, Function<UserAccess, List<String>> candidates) {
        this.permissions = permissions;
        this.candidates = candidates;
    }

    /** Returns namespaces in which the user might have permissions. */
    public List<String> candidates(UserAccess access) {
        return candidates.apply(access);
    }

    /** Returns whether the user may do something with a resource of Butler in all namespaces. */
    public boolean isAllowedEverywhere(UserAccess access, String verb, String resource) {
        return permissions.isAllowed(access, question(verb, resource, Optional.empty()));
    }

    /** Returns the namespaces in which the user may do something with a resource of Butler, sorted. */
    public List<String> namespaces(UserAccess access, String verb, String resource) {
        List<Callable<Optional<String>>> questions = new ArrayList<>();
        for (String namespace : candidates.apply(access)) {
            questions.add(() -> Optional.of(namespace)
                    .filter(name -> permissions.isAllowed(access, question(verb, resource, Optional.of(name)))));
        }
        return permissions.all(questions).stream()
                .flatMap(Optional::stream)
                .sorted()
                .distinct()
                .toList();
    }

    private static AccessQuestion question(String verb, String resource, Optional<String> namespace) {
        return new AccessQuestion(verb, ApiGroup.NAME, resource, Optional.empty(), namespace);
    }
}
