package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitRepositorySourceTest {
    @ParameterizedTest
    @ValueSource(strings = {"https://git.example/a/b.git", "http://git.example/a", "ssh://git@git.example:2222/a/b"})
    void acceptsAddressesOfFlux(String url) {
        assertThat(source(url, "main", "clusters/one").problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "git@git.example:a/b.git, use ssh://git@git.example/a/b.git",
        "https://user:word@git.example/a, --token-file",
        "https://word@git.example/a, --token-file",
        "ssh://git:word@git.example/a, --token-file",
        "file:///srv/git, https://",
        "git.example/a, https://",
        "https://, not a valid URL",
    })
    void rejectsAddressesWithAFix(String url, String expected) {
        assertThat(source(url, "main", "").problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("--repository");
            assertThat(problem.toString()).contains(expected).doesNotContain(":word@");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "-x", "a..b", "x/", "/x", "a:b", "x.lock", "a//b", "a\\b", "@", ".a"})
    void rejectsBranchNamesThatGitRejects(String branch) {
        assertThat(source("https://git.example/a", branch, "").problems())
                .extracting(InputProblem::path)
                .containsExactly("--branch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "feature/one", "release-1.2", "äö"})
    void acceptsBranchNames(String branch) {
        assertThat(source("https://git.example/a", branch, "").problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "../other", "a/../../b", "a\\b"})
    void rejectsPathsOutsideTheRepository(String path) {
        assertThat(source("https://git.example/a", "main", path).problems())
                .extracting(InputProblem::path)
                .containsExactly("--path");
    }

    @Test
    void reportsAllProblemsAtOnce() {
        assertThat(new GitRepositorySource("x", "", "/", Duration.ofSeconds(1), false).problems())
                .extracting(InputProblem::path)
                .containsExactly("--repository", "--branch", "--path", "--interval");
    }

    @ParameterizedTest
    @CsvSource({"'', ./", "., ./", "./a, ./a", "a/b/, ./a/b", "./, ./", ".hidden, ./.hidden"})
    void writesThePathInTheFormOfFlux(String path, String expected) {
        assertThat(source("https://git.example/a", "main", path).fluxPath()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT1M, 1m", "PT90S, 1m30s", "PT2H, 2h", "PT0S, 0s", "PT1H1S, 1h1s"})
    void writesDurationsInTheFormOfFlux(Duration duration, String expected) {
        assertThat(FluxManifests.duration(duration)).isEqualTo(expected);
    }

    static GitRepositorySource source(String url, String branch, String path) {
        return new GitRepositorySource(url, branch, path, Duration.ofMinutes(1), false);
    }
}
