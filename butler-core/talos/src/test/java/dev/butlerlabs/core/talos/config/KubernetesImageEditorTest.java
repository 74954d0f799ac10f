package dev.butlerlabs.core.talos.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubernetesImageEditorTest {
    private static final String CONTROL_PLANE = """
            version: v1alpha1
            machine:
              type: controlplane
              kubelet:
                image: mirror.example:5000/siderolabs/kubelet:v1.35.4
            cluster:
              apiServer:
                image: registry.k8s.io/kube-apiserver:v1.35.4@sha256:0123
              controllerManager:
                image: registry.k8s.io/kube-controller-manager:v1.35.4
              scheduler:
                image: registry.k8s.io/kube-scheduler:v1.35.4
            ---
            apiVersion: v1alpha1
            kind: SomethingNewer
            image: registry.example/other:v1.0.0
            """;
    private static final ReleaseVersion OLD = new ReleaseVersion(1, 35, 4);
    private static final ReleaseVersion NEW = new ReleaseVersion(1, 36, 6);

    @Test
    void readsTheVersionOfEachComponent() {
        assertThat(KubernetesImageEditor.versions(CONTROL_PLANE))
                .isEqualTo(Map.of(
                        KubernetesComponent.API_SERVER, OLD,
                        KubernetesComponent.CONTROLLER_MANAGER, OLD,
                        KubernetesComponent.SCHEDULER, OLD,
                        KubernetesComponent.KUBELET, OLD));
    }

    @Test
    void changesOneComponentAndKeepsItsRegistry() {
        String changed = KubernetesImageEditor.with(CONTROL_PLANE, KubernetesComponent.KUBELET, NEW);
        assertThat(changed)
                .contains("mirror.example:5000/siderolabs/kubelet:v1.36.6")
                .contains("kind: SomethingNewer", "registry.example/other:v1.0.0");
        assertThat(KubernetesImageEditor.versions(changed))
                .containsEntry(KubernetesComponent.KUBELET, NEW)
                .containsEntry(KubernetesComponent.API_SERVER, OLD);
    }

    @Test
    void removesTheDigestOfTheOldVersion() {
        assertThat(KubernetesImageEditor.with(CONTROL_PLANE, KubernetesComponent.API_SERVER, NEW))
                .contains("registry.k8s.io/kube-apiserver:v1.36.6\n")
                .doesNotContain("sha256");
    }

    @Test
    void changesDocumentsOfNewerTalosVersions() {
        String configuration = """
                version: v1alpha1
                machine:
                  type: worker
                ---
                apiVersion: v1alpha1
                kind: KubeletConfig
                image: ghcr.io/siderolabs/kubelet:v1.36.6
                """;
        assertThat(KubernetesImageEditor.versions(configuration)).isEqualTo(Map.of(KubernetesComponent.KUBELET, NEW));
        assertThat(KubernetesImageEditor.with(configuration, KubernetesComponent.KUBELET, OLD))
                .contains("ghcr.io/siderolabs/kubelet:v1.35.4");
    }

    @Test
    void rejectsAComponentThatTheConfigurationDoesNotSet() {
        assertThatThrownBy(() ->
                        KubernetesImageEditor.with("machine:\n  type: worker\n", KubernetesComponent.API_SERVER, NEW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kube-apiserver");
    }

    @Test
    void readsTheInstaller() {
        assertThat(InstallerReader.image("machine:\n  install:\n    image: registry.example/installer:v1.13.9\n"))
                .contains("registry.example/installer:v1.13.9");
        assertThat(InstallerReader.image(CONTROL_PLANE)).isEmpty();
    }
}
