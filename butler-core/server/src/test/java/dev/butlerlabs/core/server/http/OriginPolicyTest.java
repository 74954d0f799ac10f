package dev.butlerlabs.core.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.testing.SteppedClock;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OriginPolicyTest {
    private static final OriginPolicy LOOPBACK = OriginPolicy.loopback("http", 8080);
    private static final OriginPolicy PUBLIC = OriginPolicy.publicUrl(URI.create("https://console.example.com"));

    private static Optional<String> rejection(OriginPolicy policy, String method, String... headers) {
        Map<String, List<String>> all = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], List.of(headers[i + 1]));
        }
        return policy.rejection(new WebRequest(method, "/", "", Map.of(), all, "127.0.0.1", WebBody.EMPTY));
    }

    @Test
    void acceptsTheNamesOfThisServer() {
        assertThat(rejection(LOOPBACK, "GET", "host", "127.0.0.1:8080")).isEmpty();
        assertThat(rejection(LOOPBACK, "GET", "host", "LOCALHOST:8080")).isEmpty();
        assertThat(rejection(LOOPBACK, "POST", "host", "[::1]:8080", "origin", "http://[::1]:8080"))
                .isEmpty();
        assertThat(rejection(PUBLIC, "POST", "host", "console.example.com", "origin", "https://console.example.com"))
                .isEmpty();
        assertThat(rejection(PUBLIC, "GET", "host", "console.example.com:443")).isEmpty();
    }

    @Test
    void rejectsOtherNamesAndPorts() {
        assertThat(rejection(LOOPBACK, "GET")).isPresent();
        assertThat(rejection(LOOPBACK, "GET", "host", "127.0.0.1:9090")).isPresent();
        assertThat(rejection(LOOPBACK, "GET", "host", "rebound.example.com:8080"))
                .isPresent();
        assertThat(rejection(PUBLIC, "GET", "host", "console.example.com.evil.com"))
                .isPresent();
        assertThat(rejection(PUBLIC, "GET", "host", "10.0.0.7:8080")).isPresent();
    }

    @Test
    void rejectsOriginsOfOtherSites() {
        for (String origin :
                List.of("null", "https://127.0.0.1:8080", "http://localhost:3000", "http://evil.example.com")) {
            assertThat(rejection(LOOPBACK, "GET", "host", "127.0.0.1:8080", "origin", origin))
                    .as(origin)
                    .isPresent();
        }
    }

    @Test
    void otherSitesMayOpenPagesButRequestNothing() {
        String[] host = {"host", "127.0.0.1:8080"};
        assertThat(rejection(
                        LOOPBACK,
                        "GET",
                        host[0],
                        host[1],
                        "sec-fetch-site",
                        "cross-site",
                        "sec-fetch-mode",
                        "navigate"))
                .isEmpty();
        assertThat(rejection(
                        LOOPBACK,
                        "POST",
                        host[0],
                        host[1],
                        "sec-fetch-site",
                        "cross-site",
                        "sec-fetch-mode",
                        "navigate"))
                .isPresent();
        assertThat(rejection(
                        LOOPBACK, "GET", host[0], host[1], "sec-fetch-site", "cross-site", "sec-fetch-mode", "no-cors"))
                .isPresent();
        assertThat(rejection(
                        LOOPBACK, "GET", host[0], host[1], "sec-fetch-site", "same-site", "sec-fetch-mode", "cors"))
                .isPresent();
        assertThat(rejection(
                        LOOPBACK, "GET", host[0], host[1], "sec-fetch-site", "same-origin", "sec-fetch-mode", "cors"))
                .isEmpty();
    }

    @Test
    void limitsTheRateOfEachClient() {
        SteppedClock clock = new SteppedClock();
        RequestRateLimiter limiter = new RequestRateLimiter(new RequestLimit(2, 1), clock);

        assertThat(limiter.take("a")).isEmpty();
        assertThat(limiter.take("a")).isEmpty();
        assertThat(limiter.take("a")).contains(Duration.ofSeconds(1));
        assertThat(limiter.take("b")).isEmpty();
        clock.pass(1);
        assertThat(limiter.take("a")).isEmpty();
        assertThat(limiter.take("a")).isPresent();
        clock.pass(3_600);
        assertThat(limiter.take("a")).isEmpty();
        assertThat(limiter.take("a")).isEmpty();
        assertThat(limiter.take("a")).isPresent();
    }

    @Test
    void convertsErrorsToStatuses() {
        Map<ErrorCode, Integer> expected = Map.of(
                ErrorCode.INVALID_INPUT, 422,
                ErrorCode.UNAUTHENTICATED, 401,
                ErrorCode.LOGIN_REQUIRED, 401,
                ErrorCode.FORBIDDEN, 403,
                ErrorCode.NOT_FOUND, 404,
                ErrorCode.CONFLICT, 409,
                ErrorCode.UNREACHABLE, 502,
                ErrorCode.NOT_MANAGEMENT_CLUSTER, 503,
                ErrorCode.TIMEOUT, 504,
                ErrorCode.INTERNAL, 500);

        expected.forEach((code, status) -> assertThat(
                        ProblemDocument.of(new ButlerException(code, "x")).status())
                .as(code.id())
                .isEqualTo(status));
    }

    @Test
    void aProblemListsEveryField() {
        ProblemDocument problem = ProblemDocument.of(ButlerException.invalid(
                "Invalid cluster specification:",
                List.of(
                        new InputProblem("spec.workers.replicas", "must be 1 or more", "use 1"),
                        new InputProblem("", "odd"))));

        assertThat(problem.code()).contains("BTL-0300");
        assertThat(problem.problems())
                .containsExactly(
                        new ProblemDocument.FieldProblem(
                                "spec.workers.replicas", "must be 1 or more", Optional.of("use 1")),
                        new ProblemDocument.FieldProblem("", "odd", Optional.empty()));
    }

    @Test
    void headersCannotContainLineBreaks() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> WebResponse.redirect("/x\r\nSet-Cookie: a=b"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
