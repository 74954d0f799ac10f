package dev.butlerlabs.sim.talos;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Renders a kubeconfig as a machine sends it: in a gzip-compressed tar with one file and without an end marker. */
final class KubeconfigTar {
    private static final int HEADER = 512;

    private KubeconfigTar() {}

    static byte[] make(MachineDocument document) throws GeneralSecurityException, IOException {
        byte[] content = kubeconfig(document).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream tar = new GZIPOutputStream(compressed)) {
            tar.write(header(content.length));
            tar.write(content);
        }
        return compressed.toByteArray();
    }

    private static byte[] header(int size) {
        byte[] header = new byte[HEADER];
        put(header, 0, "kubeconfig");
        put(header, 100, "0000600\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, "%011o\0".formatted(size));
        put(header, 136, "00000000000\0");
        put(header, 148, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }

    private static String kubeconfig(MachineDocument document) throws GeneralSecurityException, IOException {
        List<String> administrator = TalosPki.administrator(
                document.kubernetes(), document.kubernetesKey().orElseThrow());
        String name = document.clusterName();
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: %1$s
                  cluster:
                    server: %2$s
                    certificate-authority-data: %3$s
                users:
                - name: admin@%1$s
                  user:
                    client-certificate-data: %4$s
                    client-key-data: %5$s
                contexts:
                - context:
                    cluster: %1$s
                    namespace: default
                    user: admin@%1$s
                  name: admin@%1$s
                current-context: admin@%1$s
                """.formatted(
                        name,
                        document.endpoint(),
                        base64(document.kubernetes()),
                        base64(administrator.get(0)),
                        base64(administrator.get(1)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
