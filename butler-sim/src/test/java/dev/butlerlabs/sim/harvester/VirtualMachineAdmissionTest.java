package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Virtual machines that KubeVirt's webhook denies are denied by the simulator too, however they are written. */
@Tag("slow")
class VirtualMachineAdmissionTest {
    private static final String EXCLUSIVE = "Running and RunStrategy are mutually exclusive";

    private static Harvester harvester;

    @BeforeAll
    static void start() {
        harvester = Harvester.start();
    }

    @AfterAll
    static void stop() {
        harvester.close();
    }

    @Test
    void runningBesideRunStrategyIsDeniedOnCreate() {
        assertDenied(machine("both", "running: true, runStrategy: Always")::create, EXCLUSIVE);
        assertThat(machine("both", "running: true").get()).isNull();
    }

    @Test
    void aMachineNeedsARunStrategy() {
        assertDenied(machine("neither", "")::create, "RunStrategy must be specified");
    }

    @Test
    void runningBesideRunStrategyIsDeniedOnPatchAndUpdate() {
        machine("patched", "runStrategy: Halted").create();
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
        assertDenied(() -> machine("patched", "").patch(merge, "{\"spec\": {\"running\": true}}"), EXCLUSIVE);
        assertDenied(() -> updateAfterConflicts(machine("patched", "running: false, runStrategy: Halted")), EXCLUSIVE);
        assertThat(machine("patched", "")
                        .patch(merge, "{\"spec\": {\"running\": true, \"runStrategy\": null}}")
                        .<Boolean>get("spec", "running"))
                .isTrue();
    }

    @Test
    void aDiskWithoutAVolumeIsDenied() {
        String spec = "runStrategy: Always, template: {spec: {domain: {devices: {disks: [{name: root}]}}}}";
        assertDenied(document("diskless", spec)::create, "disks[0].Name 'root' not found");
    }

    /** The simulated KubeVirt writes the status at the same time; as in kube-apiserver, a conflict is reported before admission. */
    private static void updateAfterConflicts(Resource<GenericKubernetesResource> machine) {
        for (int attempt = 0; ; attempt++) {
            try {
                machine.update();
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != 409 || attempt == 10) {
                    throw e;
                }
            }
        }
    }

    private static void assertDenied(ThrowingCallable write, String reason) {
        assertThatThrownBy(write).isInstanceOfSatisfying(KubernetesClientException.class, denial -> {
            assertThat(denial.getCode()).isEqualTo(422);
            assertThat(denial.getMessage())
                    .contains("admission webhook \"virtualmachine-validator.kubevirt.io\" denied the request")
                    .contains(reason);
        });
    }

    private static Resource<GenericKubernetesResource> machine(String name, String spec) {
        String comma = spec.isEmpty() ? "" : ", ";
        return document(name, spec + comma + "template: {spec: {domain: {devices: {}}}}");
    }

    private static Resource<GenericKubernetesResource> document(String name, String spec) {
        GenericKubernetesResource machine = harvester
                .administrator
                .getKubernetesSerialization()
                .unmarshal("""
                        apiVersion: kubevirt.io/v1
                        kind: VirtualMachine
                        metadata: {name: %s, namespace: default}
                        spec: {%s}
                        """.formatted(name, spec), GenericKubernetesResource.class);
        return harvester
                .administrator
                .genericKubernetesResources(WatchedResourceType.MACHINE.context())
                .inNamespace("default")
                .resource(machine);
    }
}
