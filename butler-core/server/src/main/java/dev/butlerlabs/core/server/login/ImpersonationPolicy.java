package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.server.access.ConsoleUser;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides as whom the owner of an ID token acts. Pure functions. */
public final class ImpersonationPolicy {
    /** Users and groups of Kubernetes itself, such as system:masters. */
    private static final String RESERVED = "system:";

    private ImpersonationPolicy() {}

    /**
     * Returns the user of a verified token.
     *
     * @throws ButlerException with LOGIN_REJECTED for a name that is reserved for Kubernetes or not usable, and for a foreign domain
     */
    public static ConsoleUser user(NamedProvider provider, IdToken token) {
        requireDomain(provider, token);
        ConsoleUser user = new ConsoleUser(
                provider.userPrefix() + token.displayName(),
                token.groups().stream().map(provider.groupPrefix()::concat).toList(),
                token.email());
        Stream.concat(Stream.of(user.name()), user.groups().stream()).forEach(ImpersonationPolicy::requireUsable);
        return user;
    }

    private static void requireDomain(NamedProvider provider, IdToken token) {
        Optional<String> missing = provider.emailDomain()
                .filter(domain -> token.email()
                        .filter(email -> email.toLowerCase(Locale.ROOT).endsWith("@" + domain.toLowerCase(Locale.ROOT)))
                        .isEmpty());
        missing.ifPresent(domain -> {
            throw new ButlerException(
                    ErrorCode.LOGIN_REJECTED, "Only users of the domain %s may log in.".formatted(domain));
        });
    }

    private static void requireUsable(String name) {
        if (name.toLowerCase(Locale.ROOT).startsWith(RESERVED)) {
            throw new ButlerException(
                    ErrorCode.LOGIN_REJECTED,
                    "The identity provider names a user or group that is reserved for Kubernetes.",
                    "Names must not start with system:.");
        }
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new ButlerException(
                    ErrorCode.LOGIN_REJECTED, "The identity provider names a user or group with invalid characters.");
        }
    }
}
