package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A directory on a branch of a Git repository. Immutable.
 *
 * @param url the address of the repository
 * @param path the directory in the repository; empty for the root
 * @param interval how often the repository is read
 * @param prune whether objects that are removed from the repository are deleted
 */
public record GitRepositorySource(String url, String branch, String path, Duration interval, boolean prune) {
    public static final String DEFAULT_BRANCH = "main";
    public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

    /** The shortest interval: a shorter one is mostly refused by Git services. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private static final Pattern SHORT_SSH = Pattern.compile("([A-Za-z0-9._-]+@)?([A-Za-z0-9.-]+):([^/].*)");
    private static final Pattern FORBIDDEN_IN_BRANCH =
            Pattern.compile("[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|^[/-]|[/.]$|/\\.|^\\.|\\.lock(/|$)|^@$");

    public GitRepositorySource {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(branch, "branch");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(interval, "interval");
    }

    /** Returns whether the repository is read over SSH, which needs a key. */
    public boolean isSsh() {
        return url.startsWith("ssh://");
    }

    /** Returns whether credentials would be sent unencrypted. */
    boolean isUnencrypted() {
        return url.startsWith("http://");
    }

    /** Returns the path in the form of Flux: relative, with a leading dot. */
    String fluxPath() {
        String trimmed = path.replaceAll("^(\\./+)+|/+$", "");
        return trimmed.equals(".") ? "./" : "./" + trimmed;
    }

    /** Returns every problem of the values; empty if they can be used. */
    public List<InputProblem> problems() {
        List<InputProblem> problems = new ArrayList<>();
        urlProblem().ifPresent(problems::add);
        if (branch.isEmpty() || FORBIDDEN_IN_BRANCH.matcher(branch).find()) {
            problems.add(new InputProblem("--branch", "\"%s\" is not a valid branch name".formatted(branch)));
        }
        if (path.startsWith("/") || List.of(path.split("/", -1)).contains("..") || path.contains("\\")) {
            problems.add(new InputProblem(
                    "--path",
                    "\"%s\" is not a directory inside the repository".formatted(path),
                    "specify it relative to the root of the repository, such as clusters/production"));
        }
        if (interval.compareTo(SHORTEST) < 0) {
            problems.add(new InputProblem("--interval", "must be at least 10s"));
        }
        return problems;
    }

    private Optional<InputProblem> urlProblem() {
        var shortForm = SHORT_SSH.matcher(url);
        if (!url.contains("://") && shortForm.matches()) {
            return Optional.of(new InputProblem(
                    "--repository",
                    "Flux does not accept the short form of SSH addresses",
                    "use ssh://%s%s/%s"
                            .formatted(
                                    Optional.ofNullable(shortForm.group(1)).orElse("git@"),
                                    shortForm.group(2),
                                    shortForm.group(3))));
        }
        try {
            URI address = new URI(url);
            return checked(address);
        } catch (URISyntaxException e) {
            return Optional.of(new InputProblem("--repository", "is not a valid URL: " + e.getReason()));
        }
    }

    private static Optional<InputProblem> checked(URI address) {
        String scheme = Optional.ofNullable(address.getScheme()).orElse("");
        if (!List.of("http", "https", "ssh").contains(scheme) || address.getHost() == null) {
            return Optional.of(new InputProblem(
                    "--repository",
                    "is not a valid URL",
                    "use an address that starts with https://, http:// or ssh://"));
        }
        String user = Optional.ofNullable(address.getRawUserInfo()).orElse("");
        // The URL is stored in plain text in objects that many users can read.
        if (user.contains(":") || (!scheme.equals("ssh") && !user.isEmpty())) {
            return Optional.of(new InputProblem(
                    "--repository",
                    "contains credentials",
                    "remove them from the URL and pass the token with --token-file"));
        }
        return Optional.empty();
    }
}
