package dev.butlerlabs.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Map;

/**
 * Passes the measurements of the Java Operator SDK on and rethrows the exceptions of reconcilers unwrapped: the SDK logs a conflict as such
 * only if it sees the exception of the Kubernetes client itself.
 */
record OperatorMetrics(Metrics target) implements Metrics {
    @Override
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        try {
            return target.timeControllerExecution(execution);
        } catch (OperatorException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void controllerRegistered(Controller<? extends HasMetadata> controller) {
        target.controllerRegistered(controller);
    }

    @Override
    public void eventReceived(Event event, Map<String, Object> metadata) {
        target.eventReceived(event, metadata);
    }

    @Override
    public void reconciliationSubmitted(HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
        target.reconciliationSubmitted(resource, retry, metadata);
    }

    @Override
    public void reconciliationStarted(HasMetadata resource, Map<String, Object> metadata) {
        target.reconciliationStarted(resource, metadata);
    }

    @Override
    public void reconciliationFailed(
            HasMetadata resource, RetryInfo retry, Exception failure, Map<String, Object> metadata) {
        target.reconciliationFailed(resource, retry, failure, metadata);
    }

    @Override
    public void reconciliationSucceeded(HasMetadata resource, Map<String, Object> metadata) {
        target.reconciliationSucceeded(resource, metadata);
    }

    @Override
    public void reconciliationFinished(HasMetadata resource, RetryInfo retry, Map<String, Object> metadata) {
        target.reconciliationFinished(resource, retry, metadata);
    }

    @Override
    public void cleanupDone(ResourceID resource, Map<String, Object> metadata) {
        target.cleanupDone(resource, metadata);
    }
}
