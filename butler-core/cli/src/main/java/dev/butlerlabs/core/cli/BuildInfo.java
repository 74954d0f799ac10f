package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Build information of this program.
 *
 * @param commit Git commit, or {@code unknown} if it was not built from a repository
 * @param date commit date, in UTC
 */
public record BuildInfo(String version, String commit, String date) {
    private static final String UNKNOWN = "unknown";

    /** Returns the information that the build stored in this program. */
    public static BuildInfo load() {
        try (InputStream resource = BuildInfo.class.getResourceAsStream("build.properties")) {
            if (resource == null) {
                return new BuildInfo(UNKNOWN, UNKNOWN, UNKNOWN);
            }
            Properties properties = new Properties();
            properties.load(resource);
            return new BuildInfo(value(properties, "version"), commit(properties), value(properties, "date"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commit(Properties properties) {
        String commit = value(properties, "commit");
        return value(properties, "dirty").equals("true") ? commit + "-dirty" : commit;
    }

    /** Returns a property; a placeholder that the build has not replaced means that there was no repository. */
    private static String value(Properties properties, String key) {
        String value = properties.getProperty(key, "").strip();
        return value.isEmpty() || value.startsWith("${") ? UNKNOWN : value;
    }

    static boolean isNative() {
        return "runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));
    }

    /** Describes the runtime, such as {@code Java 25.0.3+9 on linux/amd64}. */
    public static String runtime() {
        return (isNative() ? "native, built with Java " : "Java ") + Runtime.version() + " on " + platform();
    }

    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace("mac os x", "darwin");
        String machine =
                System.getProperty("os.arch").replace("x86_64", "amd64").replace("aarch64", "arm64");
        return system + "/" + machine;
    }

    Map<String, Object> document(String tool) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", tool);
        document.put("version", version);
        document.put("commit", commit);
        document.put("date", date);
        document.put("runtime", isNative() ? "native" : "jvm");
        document.put("java", Runtime.version().toString());
        document.put("platform", platform());
        return document;
    }
}
