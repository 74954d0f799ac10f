package dev.butlerlabs.core.server.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Asks the Kubernetes API what users may do. Answers are remembered for a short time, for pages only: the API server decides about every request
 * itself. Thread-safe.
 */
public final class PermissionReader implements AutoCloseable {
    private static final Duration REMEMBERED = Duration.ofSeconds(10);
    private static final int MOST_ANSWERS = 50_000;

    private final Clock clock;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Question, Answer> answers = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Answer> eldest) {
            return size() > MOST_ANSWERS;
        }
    };

    private record Question(String identity, AccessQuestion question) {}

    private record Answer(boolean allowed, Instant at) {}

    public PermissionReader(Clock clock) {
        this.clock = clock;
    }

    /** Returns whether the user may do what each permission of the console needs, by its key. */
    public Map<String, Boolean> permissions(UserAccess access, Optional<String> namespace) {
        List<Callable<Map.Entry<String, Boolean>>> questions = new ArrayList<>();
        for (ConsolePermission permission : ConsolePermission.ALL) {
            questions.add(() -> Map.entry(permission.key(), isAllowed(access, permission.question(namespace))));
        }
        Map<String, Boolean> result = new TreeMap<>();
        for (Map.Entry<String, Boolean> entry : all(questions)) {
            result.put(entry.getKey(), entry.getValue());
        }
        return result;
    }

    /** Returns whether the user may do something. */
    public boolean isAllowed(UserAccess access, AccessQuestion question) {
        Question key = new Question(access.identityKey(), question);
        Instant now = clock.instant();
        synchronized (answers) {
            Answer known = answers.get(key);
            if (known != null && now.isBefore(known.at().plus(REMEMBERED))) {
                return known.allowed();
            }
        }
        boolean allowed = Boolean.TRUE.equals(new AccessReviewClient(access.client())
                .decide(question, Optional.empty())
                .getAllowed());
        synchronized (answers) {
            answers.remove(key);
            answers.put(key, new Answer(allowed, now));
        }
        return allowed;
    }

    /** Runs requests concurrently and returns their results in order. */
    <T> List<T> all(List<Callable<T>> requests) {
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : executor.invokeAll(requests)) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The request was cancelled.", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ButlerException known
                    ? known
                    : new ButlerException(ErrorCode.INTERNAL, "Cannot read the permissions.", e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
