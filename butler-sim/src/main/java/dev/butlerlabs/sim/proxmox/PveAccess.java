package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.http.HttpApiRequest;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The logins of the cluster: one API token, and one user with a password. */
final class PveAccess {
    static final String USER = "butler@pve";
    static final String TOKEN_NAME = "simulated";
    static final String TOKEN_ID = USER + "!" + TOKEN_NAME;
    static final String TOKEN_SECRET = "5c0ffee5-91a7-4d0e-8f5e-51a1a7ed0000";
    static final String PASSWORD = "simulated-password";

    private static final Pattern COOKIE = Pattern.compile("(?:^|[;\\s])PVEAuthCookie=([^;]+)");

    /** Tokens against cross-site requests by ticket. */
    private final Map<String, String> tickets = new ConcurrentHashMap<>();

    /** @throws PveException if the request is not authenticated */
    void check(HttpApiRequest request) {
        Optional<String> ticket = request.header("Cookie")
                .map(COOKIE::matcher)
                .filter(Matcher::find)
                .map(m -> m.group(1));
        if (ticket.isPresent()) {
            check(request, ticket.get());
        } else if (request.header("Authorization").isEmpty()) {
            throw PveException.unauthenticated("No ticket");
        } else if (!request.header("Authorization").equals(Optional.of("PVEAPIToken=" + token()))) {
            throw PveException.unauthenticated("Authentication failed!");
        }
    }

    private void check(HttpApiRequest request, String ticket) {
        Optional<String> expected = Optional.ofNullable(tickets.get(ticket));
        if (expected.isEmpty()) {
            throw PveException.unauthenticated("Authentication failed!");
        }
        if (!request.method().equals("GET")
                && !request.header("CSRFPreventionToken").equals(expected)) {
            throw PveException.unauthenticated("Permission denied - invalid csrf token");
        }
    }

    static String token() {
        return TOKEN_ID + "=" + TOKEN_SECRET;
    }

    /** Logs in and returns a ticket with its token. */
    Map.Entry<String, String> logIn(String username, String password) {
        if (!username.equals(USER) || !(password.equals(PASSWORD) || tickets.containsKey(password))) {
            throw PveException.unauthenticated("authentication failure");
        }
        String ticket = "PVE:%s:65A1B2C3::%s"
                .formatted(USER, UUID.randomUUID().toString().replace("-", "+/"));
        String token = "65A1B2C3:" + UUID.randomUUID();
        tickets.put(ticket, token);
        return Map.entry(ticket, token);
    }

    /** Makes all tickets invalid, as when they expire. */
    void expireTickets() {
        tickets.clear();
    }
}
