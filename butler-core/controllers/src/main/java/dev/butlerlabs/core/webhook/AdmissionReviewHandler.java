package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.butlerlabs.core.audit.AuditRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Handles the HTTP requests of API servers: limits, content types, and the JSON of the reviews. Thread-safe. */
final class AdmissionReviewHandler implements HttpHandler {
    static final String PATH = "/validate";

    /** Records changes and admits all of them. */
    static final String AUDIT_PATH = "/audit";

    /** A review contains two objects, and API servers accept objects of up to 3 MiB. */
    static final int BODY_LIMIT = 8 * 1024 * 1024;

    private static final Set<String> PATHS = Set.of(PATH, AUDIT_PATH);

    /** Bounds the memory for bodies. */
    private static final int PARALLEL_REVIEWS = 8;

    /** Shorter than the timeout of the API server, so that it gets an answer. */
    private static final Duration QUEUE_LIMIT = Duration.ofSeconds(5);

    private static final String JSON = "application/json";

    private final ObjectMapper mapper = new ObjectMapper();
    private final Semaphore free = new Semaphore(PARALLEL_REVIEWS);
    private final Semaphore freeForAudit = new Semaphore(PARALLEL_REVIEWS);
    private final AdmissionReviewer reviewer;
    private final AuditRecorder audit;

    AdmissionReviewHandler(AdmissionReviewer reviewer, AuditRecorder audit) {
        this.reviewer = reviewer;
        this.audit = audit;
    }

    /** Answers a review. */
    private interface Review {
        ReviewResponse answer(JsonNode review) throws ReviewFormatException;
    }

    private record Answer(int status, String contentType, String body) {
        static Answer error(int status, String message) {
            return new Answer(status, "text/plain; charset=utf-8", message + "\n");
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = rejected(exchange).orElse(null);
            send(exchange, answer == null ? accepted(exchange) : answer);
        }
    }

    private static Optional<Answer> rejected(HttpExchange exchange) {
        if (!PATHS.contains(exchange.getRequestURI().getPath())) {
            return Optional.of(Answer.error(404, "not found"));
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            return Optional.of(Answer.error(405, "method not allowed: use POST"));
        }
        return isJson(exchange.getRequestHeaders().getFirst("Content-Type"))
                ? Optional.empty()
                : Optional.of(Answer.error(415, "unsupported content type: use " + JSON));
    }

    private static boolean isJson(String contentType) {
        return contentType != null
                && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JSON);
    }

    /** A request does not wait for its record: without a free place, it is not recorded. */
    private Answer accepted(HttpExchange exchange) throws IOException {
        return exchange.getRequestURI().getPath().equals(PATH)
                ? queue(exchange, free, QUEUE_LIMIT, reviewer::review)
                : queue(exchange, freeForAudit, Duration.ZERO, this::record);
    }

    private ReviewResponse record(JsonNode review) throws ReviewFormatException {
        ReviewRequest request = ReviewRequest.read(review);
        return ReviewResponse.admitted(request.uid(), audit.observe(request).map(AuditRecord::text));
    }

    private Answer queue(HttpExchange exchange, Semaphore places, Duration limit, Review review) throws IOException {
        try {
            if (!places.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return Answer.error(503, "too many reviews at the same time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.error(503, "the server stops");
        }
        try {
            return answer(exchange, review);
        } finally {
            places.release();
        }
    }

    private Answer answer(HttpExchange exchange, Review review) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(BODY_LIMIT + 1);
        if (body.length > BODY_LIMIT) {
            return Answer.error(413, "the review is larger than %d bytes".formatted(BODY_LIMIT));
        }
        try {
            ReviewResponse response = review.answer(mapper.readTree(body));
            return new Answer(200, JSON, response.toJson().toString());
        } catch (JsonProcessingException e) {
            return Answer.error(400, "the body is not valid JSON");
        } catch (ReviewFormatException e) {
            return Answer.error(400, "the body is not an AdmissionReview: " + e.getMessage());
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
