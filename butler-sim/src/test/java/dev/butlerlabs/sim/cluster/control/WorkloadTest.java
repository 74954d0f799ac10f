package dev.butlerlabs.sim.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.sim.cluster.ClusterAwait;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workloads come up, change and go, and jobs end as their programs do. */
@Tag("slow")
class WorkloadTest {
    private static final List<JobRunner.Run> RUNS = Collections.synchronizedList(new ArrayList<>());
    private static SmallCluster cluster;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        cluster = new SmallCluster(WorkloadTest::play, 3);
        client = cluster.client();
    }

    /** Ends with the code that its argument names, or fails as often as it names after a dash. */
    private static JobRunner.Outcome play(JobRunner.Run run) {
        long before = RUNS.stream().filter(one -> one.job().equals(run.job())).count();
        RUNS.add(run);
        int failures = Integer.parseInt(run.arguments().getFirst());
        return before < failures
                ? new JobRunner.Outcome(1, "starting\nError: try " + before + "\n")
                : new JobRunner.Outcome(0, "done\n");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void bringsADeploymentUpSpreadOverTheNodes() throws Exception {
        apply(deployment("web", 3, "web:1"));
        Deployment up = ClusterAwait.until(
                "web available", () -> get(deployment("web", 3, "web:1")), WorkloadTest::isAvailable);
        assertThat(up.getStatus().getReplicas()).isEqualTo(3);
        assertThat(up.getStatus().getReadyReplicas()).isEqualTo(3);
        assertThat(up.getStatus().getUpdatedReplicas()).isEqualTo(3);
        assertThat(up.getStatus().getObservedGeneration()).isEqualTo(1);
        assertThat(pods("web")).extracting(pod -> pod.getSpec().getNodeName()).doesNotHaveDuplicates();
        assertThat(pods("web"))
                .allSatisfy(pod -> assertThat(pod.getMetadata().getOwnerReferences())
                        .singleElement()
                        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("ReplicaSet")));
    }

    @Test
    void replacesThePodsOfADeploymentThatChangesAndTakesThemWithIt() throws Exception {
        apply(deployment("changing", 2, "web:1"));
        ClusterAwait.until(
                "changing available", () -> get(deployment("changing", 2, "web:1")), WorkloadTest::isAvailable);
        apply(deployment("changing", 1, "web:2"));
        ClusterAwait.until(
                "one pod with the new image",
                () -> pods("changing"),
                pods -> pods.size() == 1
                        && pods.getFirst()
                                .getSpec()
                                .getContainers()
                                .getFirst()
                                .getImage()
                                .equals("web:2"));
        client.resource(deployment("changing", 1, "web:2")).delete();
        ClusterAwait.until("the pods deleted", () -> pods("changing"), List::isEmpty);
    }

    @Test
    void runsADaemonOnEveryNodeItSelects() throws Exception {
        apply(Serialization.unmarshal("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent, namespace: default}
                spec:
                  selector: {matchLabels: {app: agent}}
                  template:
                    metadata: {labels: {app: agent}}
                    spec:
                      affinity:
                        nodeAffinity:
                          requiredDuringSchedulingIgnoredDuringExecution:
                            nodeSelectorTerms:
                            - matchExpressions: [{key: kubernetes.io/hostname, operator: NotIn, values: [node-2]}]
                      containers: [{name: agent, image: agent}]
                """, DaemonSet.class));
        DaemonSet set = ClusterAwait.until(
                "agent available on two nodes",
                () -> client.apps()
                        .daemonSets()
                        .inNamespace("default")
                        .withName("agent")
                        .get(),
                one -> one.getStatus() != null
                        && Integer.valueOf(2).equals(one.getStatus().getNumberAvailable()));
        assertThat(set.getStatus().getDesiredNumberScheduled()).isEqualTo(2);
        assertThat(pods("agent"))
                .extracting(pod -> pod.getSpec().getNodeName())
                .containsExactlyInAnyOrder("node-1", "node-3");
    }

    @Test
    void numbersThePodsOfAStatefulSet() throws Exception {
        apply(Serialization.unmarshal("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: store, namespace: default}
                spec:
                  serviceName: store
                  replicas: 2
                  selector: {matchLabels: {app: store}}
                  template:
                    metadata: {labels: {app: store}}
                    spec:
                      containers: [{name: store, image: store}]
                """, StatefulSet.class));
        StatefulSet set = ClusterAwait.until(
                "store ready",
                () -> client.apps()
                        .statefulSets()
                        .inNamespace("default")
                        .withName("store")
                        .get(),
                one -> one.getStatus() != null
                        && Integer.valueOf(2).equals(one.getStatus().getReadyReplicas()));
        assertThat(set.getStatus().getCurrentRevision())
                .isEqualTo(set.getStatus().getUpdateRevision());
        assertThat(pods("store"))
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactlyInAnyOrder("store-0", "store-1");
    }

    @Test
    void runsAJobAgainUntilItSucceeds() throws Exception {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("values")
                        .withNamespace("default")
                        .endMetadata()
                        .withStringData(Map.of("values.yaml", "a: 1"))
                        .build())
                .create();
        Job over = finish(job("patient", 2, 3, "Never"));
        assertThat(conditions(over)).containsExactly("SuccessCriteriaMet", "Complete");
        assertThat(over.getStatus().getSucceeded()).isEqualTo(1);
        assertThat(over.getStatus().getFailed()).isEqualTo(2);
        assertThat(over.getStatus().getCompletionTime()).isNotNull();
        JobRunner.Run run = RUNS.stream()
                .filter(one -> one.job().equals("patient"))
                .findFirst()
                .orElseThrow();
        assertThat(run.files()).containsEntry("/values/values.yaml", "a: 1");
        assertThat(run.environment()).containsEntry("KEY", "a: 1").containsEntry("WHERE", "default");
    }

    @Test
    void givesAJobUpThatFailsTooOften() throws Exception {
        Job over = finish(job("hopeless", 9, 1, "Never"));
        assertThat(conditions(over)).containsExactly("FailureTarget", "Failed");
        assertThat(over.getStatus().getFailed()).isEqualTo(2);
        assertThat(over.getStatus().getConditions().getLast().getReason()).isEqualTo("BackoffLimitExceeded");
        assertThat(pods("hopeless"))
                .allSatisfy(pod -> assertThat(pod.getStatus()
                                .getContainerStatuses()
                                .getFirst()
                                .getState()
                                .getTerminated()
                                .getMessage())
                        .contains("Error: try"));
    }

    @Test
    void startsTheProgramOfAJobAgainInTheSamePod() throws Exception {
        Job over = finish(job("restarted", 1, 3, "OnFailure"));
        assertThat(conditions(over)).contains("Complete");
        assertThat(pods("restarted"))
                .singleElement()
                .satisfies(pod -> assertThat(pod.getStatus()
                                .getContainerStatuses()
                                .getFirst()
                                .getRestartCount())
                        .isEqualTo(1));
    }

    @Test
    void failsAJobByOrder() throws Exception {
        cluster.faults().order(FaultSpec.parse("boot:job-failure@ordered*2"));
        Job over = finish(job("ordered", 0, 1, "Never"));
        assertThat(conditions(over)).contains("Failed");
    }

    @Test
    void waitsForAnImageThatIsNotFound() throws Exception {
        cluster.faults().order(FaultSpec.parse("boot:image-not-found@unfound*2"));
        apply(deployment("unfound", 1, "unfound:1"));
        Pod waiting = ClusterAwait.until(
                        "the image pull failed",
                        () -> pods("unfound"),
                        pods -> pods.stream()
                                .anyMatch(pod -> PodStatusRenderer.waitsFor(pod)
                                        .filter("ImagePullBackOff"::equals)
                                        .isPresent()))
                .getFirst();
        assertThat(waiting.getStatus().getPhase()).isEqualTo("Pending");
        ClusterAwait.until(
                "unfound available", () -> get(deployment("unfound", 1, "unfound:1")), WorkloadTest::isAvailable);
    }

    @Test
    void triesAgainWhileThereIsNoRoom() throws Exception {
        cluster.faults().order(FaultSpec.parse("boot:node-full@crowded*3"));
        apply(deployment("crowded", 1, "crowded:1"));
        ClusterAwait.until(
                "crowded available", () -> get(deployment("crowded", 1, "crowded:1")), WorkloadTest::isAvailable);
    }

    @Test
    void saysWhyAPodHasNoNode() throws Exception {
        apply(Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: choosy, namespace: default, labels: {app: choosy}}
                spec:
                  nodeSelector: {gpu: "true"}
                  containers: [{name: main, image: main}]
                """, Pod.class));
        ClusterAwait.until(
                "the reason why choosy is not scheduled",
                () -> pods("choosy"),
                pods -> pods.stream()
                        .anyMatch(pod -> PodStatusRenderer.says(
                                pod, "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.")));
    }

    @Test
    void leavesALoadBalancerPendingWithoutMetalLb() throws Exception {
        apply(Serialization.unmarshal("""
                apiVersion: v1
                kind: Service
                metadata: {name: pending, namespace: default}
                spec:
                  type: LoadBalancer
                  ports: [{port: 80}]
                """, Service.class));
        apply(deployment("after-pending", 1, "web:1"));
        ClusterAwait.until(
                "after-pending available",
                () -> get(deployment("after-pending", 1, "web:1")),
                WorkloadTest::isAvailable);
        Service service =
                client.services().inNamespace("default").withName("pending").get();
        assertThat(LoadBalancerController.addresses(service)).isEmpty();
    }

    private static Job finish(Job job) throws InterruptedException {
        client.resource(job).create();
        return ClusterAwait.until(
                "the end of the Job",
                () -> client.resource(job).get(),
                one -> conditions(one).contains("Complete") || conditions(one).contains("Failed"));
    }

    private static List<String> conditions(Job job) {
        return job.getStatus() == null
                ? List.of()
                : job.getStatus().getConditions().stream()
                        .map(condition -> condition.getType())
                        .toList();
    }

    private static Job job(String name, int failures, int backoff, String restart) {
        return Serialization.unmarshal("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s, namespace: default}
                spec:
                  backoffLimit: %d
                  template:
                    metadata: {labels: {app: %s}}
                    spec:
                      restartPolicy: %s
                      containers:
                      - name: main
                        image: main
                        args: ["%d"]
                        terminationMessagePolicy: FallbackToLogsOnError
                        env:
                        - name: KEY
                          valueFrom: {secretKeyRef: {name: values, key: values.yaml}}
                        - name: WHERE
                          valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
                        volumeMounts: [{name: values, mountPath: /values}]
                      volumes: [{name: values, secret: {secretName: values, optional: true}}]
                """.formatted(name, backoff, name, restart, failures), Job.class);
    }

    private static Deployment deployment(String name, int replicas, String image) {
        return Serialization.unmarshal("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, namespace: default}
                spec:
                  replicas: %2$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      containers: [{name: main, image: "%3$s"}]
                """.formatted(name, replicas, image), Deployment.class);
    }

    private static boolean isAvailable(Deployment deployment) {
        return deployment.getStatus() != null
                && deployment.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getReason().equals("NewReplicaSetAvailable"))
                && deployment
                        .getSpec()
                        .getReplicas()
                        .equals(deployment.getStatus().getAvailableReplicas());
    }

    private static Deployment get(Deployment deployment) {
        return client.resource(deployment).get();
    }

    private static List<Pod> pods(String app) {
        return client.pods().inNamespace("default").withLabel("app", app).list().getItems();
    }

    private static void apply(HasMetadata object) {
        client.resource(object).serverSideApply();
    }
}
