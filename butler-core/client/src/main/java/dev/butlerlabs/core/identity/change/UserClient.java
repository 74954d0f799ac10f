package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpec;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.api.UserStatusBuilder;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.DecodedList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads and changes Users for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class UserClient {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");

    private final ClusterScopedRepository<User> users;

    public UserClient(KubernetesClient client) {
        this.users = new ClusterScopedRepository<>(client, User.class, "List the users with 'butleradm user list'.");
    }

    /** Lists the Users without the hashes of their invitations. */
    public DecodedList<User> list() {
        DecodedList<User> listed = users.list();
        listed.items().forEach(UserClient::hideInvitation);
        return listed;
    }

    /**
     * Returns a User without the hash of its invitation.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public User get(String name) {
        User user = users.get(name);
        hideInvitation(user);
        return user;
    }

    /** Removes the hash of the invitation from a User that was read, and returns it. */
    public static User hideInvitation(User user) {
        if (user.getStatus() != null) {
            user.setStatus(UserStatusBuilder.builder(user.getStatus())
                    .inviteTokenHash(null)
                    .build());
        }
        return user;
    }

    /**
     * Creates a User.
     *
     * @param provider the IdentityProvider that the user logs in with
     * @throws ButlerException with every problem of the input, or with CONFLICT if the name or the email address is in use
     */
    public User create(String name, String email, Optional<String> displayName, Optional<String> provider) {
        requireValid(name, email);
        requireFree(email);
        User user = new User();
        user.setMetadata(new ObjectMetaBuilder().withName(name).build());
        user.setSpec(UserSpecBuilder.builder()
                .email(email)
                .displayName(displayName.orElse(null))
                .authType(provider.isPresent() ? UserSpec.AuthType.SSO : UserSpec.AuthType.INTERNAL)
                .ssoProvider(provider.orElse(null))
                .build());
        return users.create(user);
    }

    private static void requireValid(String name, String email) {
        List<InputProblem> problems = new ArrayList<>();
        if (!NAME.matcher(name).matches()) {
            problems.add(new InputProblem(
                    "NAME",
                    "invalid value \"%s\"".formatted(name),
                    "must consist of lowercase letters, digits, dots and dashes, such as ada"));
        }
        if (!EMAIL.matcher(email).matches()) {
            problems.add(new InputProblem(
                    "--email", "invalid value \"%s\"".formatted(email), "must be an address such as ada@example.com"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid user:", problems);
        }
    }

    private void requireFree(String email) {
        users.list().items().stream()
                .filter(user -> email.equalsIgnoreCase(user.getSpec().email()))
                .findFirst()
                .ifPresent(user -> {
                    throw new ButlerException(
                            ErrorCode.CONFLICT,
                            "User %s already has the email address %s."
                                    .formatted(user.getMetadata().getName(), email));
                });
    }

    /** Disables or enables a User. Idempotent. */
    public User disable(String name, boolean disabled) {
        return users.change(
                name,
                stored -> Boolean.TRUE.equals(stored.getSpec().disabled()) == disabled
                        ? Map.of()
                        : Map.of("spec", Map.of("disabled", disabled)));
    }

    public void delete(User user) {
        users.delete(user);
    }
}
