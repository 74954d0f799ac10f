package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxmoxErrorClassificationTest {
    private static final ProxmoxEndpoint ENDPOINT =
            new ProxmoxEndpoint(URI.create("https://pve.test:8006/api2/json"), Optional.empty());
    private static final SecretRedactor REDACTOR = SecretRedactor.of(List.of(new SensitiveText("canary-secret")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "401 | -                                                                                  | UNAUTHENTICATED",
                "403 | Permission check failed (/vms/105, VM.Allocate)                                    | FORBIDDEN",
                "500 | Permission check failed (/storage/ceph, Datastore.AllocateSpace)                   | FORBIDDEN",
                "400 | Parameter verification failed. corez: property is not defined in schema            | PROVIDER",
                "500 | unable to create VM 105: config file already exists                                | CONFLICT",
                "500 | unable to create VM 105 - VM 105 already exists on node 'pve1'                     | CONFLICT",
                "500 | checksum mismatch (file change by other user?)                                     | CONFLICT",
                "500 | VM is locked (clone)                                                               | NOT_READY",
                "500 | can't lock file '/var/lock/qemu-server/lock-105.conf' - got timeout                | NOT_READY",
                "500 | VM 105 is running - destroy failed                                                 | PROVIDER_TROUBLED",
                "500 | cluster not ready - no quorum?                                                     | PROVIDER_TROUBLED",
                "500 | got no worker upid - start worker failed                                           | PROVIDER_TROUBLED",
                "500 | -                                                                                  | PROVIDER_TROUBLED",
                "503 | Service Unavailable                                                                | PROVIDER_TROUBLED",
                "595 | -                                                                                  | UNREACHABLE",
                "596 | Connection timed out                                                               | UNREACHABLE",
                "599 | Too many redirections                                                              | UNREACHABLE",
                "500 | storage 'nowhere' does not exist                                                   | NOT_FOUND",
                "500 | lvcreate 'pve/vm-105-disk-0' error: Insufficient free space: 2560 extents needed   | QUOTA",
                "500 | start failed: QEMU exited with code 1: cannot allocate memory                      | QUOTA",
                "500 | can't remove VM 105 - protection mode enabled                                      | PROVIDER",
                "501 | Method 'GET /nowhere' not implemented                                              | PROVIDER"
            })
    void textAndStatusDetermineTheCode(int status, String text, ErrorCode code) {
        ButlerException failure = ProxmoxErrorClassification.of(ENDPOINT, status, text == null ? "" : text, REDACTOR);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.getMessage()).startsWith("Proxmox VE at pve.test:8006 ");
        assertThat(failure.hint()).isNotBlank();
    }

    @Test
    void locksPassAndRefusalsLast() {
        assertThat(FailureClassifier.of(
                        ProxmoxErrorClassification.of(ENDPOINT, 500, "VM is locked (backup)", REDACTOR)))
                .isEqualTo(FailureClassifier.PASSING);
        assertThat(FailureClassifier.of(
                        ProxmoxErrorClassification.of(ENDPOINT, 500, "bridge 'vmbr7' does not exist", REDACTOR)))
                .isEqualTo(FailureClassifier.LASTING);
    }

    @Test
    void messageNamesEachParameter() {
        String body = """
                {"data":null,"message":"Parameter verification failed.\\n",
                 "errors":{"corez":"property is not defined in schema\\n","vmid":"type check failed\\n"}}""";
        assertThat(ProxmoxErrorClassification.text(
                        JsonDocument.read(body.getBytes(StandardCharsets.UTF_8)).orElseThrow()))
                .isEqualTo(
                        "Parameter verification failed. corez: property is not defined in schema; vmid: type check failed");
    }

    @Test
    void failedTaskNamesTypeAndNodeWithoutSecrets() {
        ProxmoxTask task = ProxmoxTask.parse("UPID:pve2:00001234:00005678:65A1B2C3:qmclone:9000:butler@pve!ci:");
        ButlerException failure = ProxmoxErrorClassification.ofTask(
                task, "clone failed: canary-secret no space left on device", REDACTOR);
        assertThat(failure)
                .hasMessage("The task qmclone on node pve2 failed: clone failed: (hidden) no space left on device");
        assertThat(failure.code()).isEqualTo(ErrorCode.QUOTA);
    }
}
