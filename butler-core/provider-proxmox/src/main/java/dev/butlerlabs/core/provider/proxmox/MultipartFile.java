package dev.butlerlabs.core.provider.proxmox;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * A multipart form with a file of the content type import, which is read while it is sent. Proxmox VE requires the other fields before
 * the file.
 */
record MultipartFile(String boundary, String fileName) {
    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /** @param length number of bytes of the content */
    BodyPublisher body(InputStream content, long length) {
        byte[] start = bytes("--%1$s\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\nimport\r\n--%1$s\r\n"
                        .formatted(boundary)
                + "Content-Disposition: form-data; name=\"filename\"; filename=\"%s\"\r\n".formatted(fileName)
                + "Content-Type: application/octet-stream\r\n\r\n");
        byte[] end = bytes("\r\n--%s--\r\n".formatted(boundary));
        InputStream whole = new SequenceInputStream(Collections.enumeration(
                List.of(new ByteArrayInputStream(start), content, new ByteArrayInputStream(end))));
        return BodyPublishers.fromPublisher(
                BodyPublishers.ofInputStream(() -> whole), start.length + length + end.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
