package dev.butlerlabs.core.node;

import dev.butlerlabs.core.bootstrap.step.NodeJoinSteps;
import dev.butlerlabs.core.operation.OperationLoop;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * What an operation on nodes needs.
 *
 * @param client connected to the management cluster
 * @param loop runs the steps while the operation lock is held
 */
public record NodeOperationTools(
        KubernetesClient client,
        ClusterMachineRepository cluster,
        NodeMachines machines,
        NodeJoinSteps join,
        OperationLoop loop,
        ProgressReporter progress) {}
