package dev.butlerlabs.core.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Decides about changes of one resource type. Thread-safe. */
public interface AdmissionRule<T extends HasMetadata> {
    Class<T> kind();

    AdmissionDecision decide(AdmissionRequest<T> request);
}
