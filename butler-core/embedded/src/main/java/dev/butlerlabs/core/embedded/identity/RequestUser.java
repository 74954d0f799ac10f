package dev.butlerlabs.core.embedded.identity;

import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The user who sends a request, and its groups. */
public record RequestUser(String user, Set<String> groups) {
    private static final String ADMINISTRATORS = "system:masters";
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String ANONYMOUS = "system:anonymous";
    private static final String ACCOUNT = "system:serviceaccount:";
    private static final String ACCOUNTS = "system:serviceaccounts";

    /** The user of the kubeconfig of the server. */
    public static final RequestUser ADMINISTRATOR =
            new RequestUser("kubernetes-admin", Set.of(ADMINISTRATORS, AUTHENTICATED));

    public RequestUser {
        Objects.requireNonNull(user, "user");
        groups = Set.copyOf(groups);
    }

    /** A service account. */
    public record Account(String namespace, String name) {}

    /** Returns the service account of a user name; empty for the name of another user. */
    public static Optional<Account> accountOf(String user) {
        String[] parts = user.split(":", -1);
        return user.startsWith(ACCOUNT) && parts.length == 4
                ? Optional.of(new Account(parts[2], parts[3]))
                : Optional.empty();
    }

    public static RequestUser serviceAccount(String namespace, String name) {
        return new RequestUser(
                ACCOUNT + namespace + ":" + name, Set.of(ACCOUNTS, ACCOUNTS + ":" + namespace, AUTHENTICATED));
    }

    /**
     * Returns the user that a client impersonates, with the groups that kube-apiserver adds.
     *
     * @param groups as requested; those of the account if there are none for a service account
     */
    public static RequestUser impersonated(String user, Set<String> groups) {
        Optional<Account> account = accountOf(user).filter(_ -> groups.isEmpty());
        if (account.isPresent()) {
            return serviceAccount(account.get().namespace(), account.get().name());
        }
        return user.equals(ANONYMOUS) ? new RequestUser(user, groups) : new RequestUser(user, groups).authenticated();
    }

    /** Returns the user with the group of all authenticated users. */
    public RequestUser authenticated() {
        Set<String> all = new HashSet<>(groups);
        all.add(AUTHENTICATED);
        return new RequestUser(user, all);
    }

    public boolean isAdministrator() {
        return groups.contains(ADMINISTRATORS);
    }
}
