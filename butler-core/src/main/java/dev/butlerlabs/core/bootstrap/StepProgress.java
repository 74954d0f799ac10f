package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.reconcile.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the conditions of a bootstrap into steps that begin, wait and end. */
final class StepProgress {
    private final ProgressReporter progress;
    private final Map<String, ProgressStep> begun = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private String lastSeen = "nothing yet";

    StepProgress(ProgressReporter progress) {
        this.progress = progress;
    }

    /** Answers whether there was anything new. */
    boolean tell(ClusterBootstrap bootstrap) {
        List<Condition> conditions = Optional.ofNullable(bootstrap.getStatus())
                .map(ClusterBootstrapStatus::conditions)
                .orElse(List.of());
        boolean news = false;
        for (Map.Entry<String, String> step : StepNames.titles().entrySet()) {
            Optional<Condition> condition = Conditions.find(conditions, step.getKey());
            if (condition.isPresent()) {
                news |= tell(step.getKey(), step.getValue(), condition.get());
            }
        }
        return news;
    }

    private boolean tell(String name, String title, Condition condition) {
        return switch (condition.getStatus()) {
            case Conditions.TRUE -> finish(name, title, condition);
            case Conditions.FALSE -> hinder(name, title, condition);
            default -> false;
        };
    }

    private boolean finish(String name, String title, Condition condition) {
        if (!done.add(name)) {
            return false;
        }
        step(name, title).done(condition.getMessage());
        lastSeen = condition.getMessage();
        return true;
    }

    private boolean hinder(String name, String title, Condition condition) {
        done.remove(name);
        boolean news = !lastSeen.equals(condition.getMessage());
        lastSeen = condition.getMessage();
        step(name, title).waiting(condition.getMessage());
        return news;
    }

    private ProgressStep step(String name, String title) {
        return begun.computeIfAbsent(name, key -> progress.start(key, title));
    }

    String lastSeen() {
        return lastSeen;
    }
}
