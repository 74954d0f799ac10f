package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.ReceivedContent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file received as the last part of a multipart form. The content is discarded.
 *
 * @param content size and checksum; empty if it is not a qcow2 image
 */
record PveUpload(String contentType, String fileName, long bytes, Optional<ReceivedContent> content) {
    private static final int LONGEST_LINE = 4096;
    private static final byte[] QCOW2 = {'Q', 'F', 'I', (byte) 0xfb};
    private static final Pattern BOUNDARY = Pattern.compile("multipart/form-data;.*boundary=\"?([^\";]+)\"?.*");
    private static final Pattern DISPOSITION = Pattern.compile(
            "Content-Disposition:\\s*form-data;\\s*name=\"([^\"]+)\"(?:;\\s*filename=\"([^\"]+)\")?.*",
            Pattern.CASE_INSENSITIVE);

    /**
     * Reads a form.
     *
     * @param isCut whether to close the connection in the middle of the file
     * @throws IOException if the connection breaks
     * @throws PveException if the form is not valid
     */
    static PveUpload read(HttpApiRequest head, InputStream body, boolean isCut) throws IOException {
        Matcher type = BOUNDARY.matcher(head.header("Content-Type").orElse(""));
        Optional<Long> length = head.header("Content-Length").map(Long::valueOf);
        if (!type.matches() || length.isEmpty()) {
            throw PveException.died("malformed upload: multipart form with Content-Length expected");
        }
        Form form = new Form(body, type.group(1));
        String fileName = form.readToFile();
        if (isCut) {
            body.readNBytes(100_000);
            throw new IOException("the connection was closed");
        }
        byte[] end = "\r\n--%s--\r\n".formatted(type.group(1)).getBytes(StandardCharsets.US_ASCII);
        long size = length.get() - form.consumed - end.length;
        Optional<ReceivedContent> content = content(new FilePart(body, size), size);
        if (!Arrays.equals(body.readNBytes(end.length), end)) {
            throw PveException.died("malformed upload: the file is not the last part of the form");
        }
        return new PveUpload(form.fields.getOrDefault("content", ""), fileName, size, content);
    }

    private static Optional<ReceivedContent> content(InputStream file, long size) throws IOException {
        byte[] start = file.readNBytes(QCOW2.length);
        if (!Arrays.equals(start, QCOW2)) {
            file.transferTo(ByteArrayOutputStream.nullOutputStream());
            return Optional.empty();
        }
        return Optional.of(
                ReceivedContent.read(new SequenceInputStream(new ByteArrayInputStream(start), file), size, _ -> {}));
    }

    /** The fields of a form in front of its file. */
    private static final class Form {
        private final InputStream body;
        private final String boundary;
        private final Map<String, String> fields = new TreeMap<>();
        private long consumed;

        private Form(InputStream body, String boundary) {
            this.body = body;
            this.boundary = boundary;
        }

        /** Reads fields up to the content of the file and returns its name. */
        private String readToFile() throws IOException {
            require(line().equals("--" + boundary), "no boundary");
            while (true) {
                String name = "";
                Optional<String> file = Optional.empty();
                for (String header = line(); !header.isEmpty(); header = line()) {
                    Matcher matcher = DISPOSITION.matcher(header);
                    if (matcher.matches()) {
                        name = matcher.group(1);
                        file = Optional.ofNullable(matcher.group(2));
                    }
                }
                if (file.isPresent()) {
                    require(name.equals("filename"), "the field of the file is not named filename");
                    return file.get();
                }
                fields.put(name, line());
                require(line().equals("--" + boundary), "no further part");
            }
        }

        private static void require(boolean fulfilled, String problem) {
            if (!fulfilled) {
                throw PveException.died("malformed upload: " + problem);
            }
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = body.read(); next != '\n'; next = body.read()) {
                require(next >= 0 && line.size() < LONGEST_LINE, "unexpected end of a header");
                line.write(next);
            }
            consumed += line.size() + 1;
            return line.toString(StandardCharsets.UTF_8).stripTrailing();
        }
    }

    /** The bytes of a file in a form. */
    private static final class FilePart extends InputStream {
        private final InputStream body;
        private long left;

        private FilePart(InputStream body, long length) {
            this.body = body;
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left <= 0) {
                return -1;
            }
            int read = body.read(bytes, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw new IOException("unexpected end of the upload");
            }
            left -= read;
            return read;
        }
    }
}
