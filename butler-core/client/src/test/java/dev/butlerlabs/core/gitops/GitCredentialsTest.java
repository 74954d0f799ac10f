package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GitCredentialsTest {
    private static final GitRepositorySource WEB = GitRepositorySourceTest.source("https://git.example/a", "main", "");
    private static final GitRepositorySource SSH =
            GitRepositorySourceTest.source("ssh://git@git.example/a", "main", "");
    static final String HOSTS = "git.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKq\n";

    @Test
    void storesADeployKeyUnderTheKeysOfFlux() {
        GitCredentials key = new GitCredentials.DeployKey(openSsh("none"), HOSTS);

        assertThat(key.problems(SSH)).isEmpty();
        assertThat(key.content().orElseThrow()).containsOnlyKeys("identity", "known_hosts");
        assertThat(decoded(key, "known_hosts")).isEqualTo(HOSTS);
    }

    @Test
    void storesATokenAsAPassword() {
        GitCredentials token = new GitCredentials.Token("git", "word\n");

        assertThat(token.problems(WEB)).isEmpty();
        assertThat(decoded(token, "username")).isEqualTo("git");
        assertThat(decoded(token, "password")).isEqualTo("word");
    }

    @Test
    void rejectsCredentialsThatDoNotFitTheAddress() {
        assertThat(new GitCredentials.Token("git", "word").problems(SSH)).hasSize(1);
        assertThat(new GitCredentials.DeployKey(openSsh("none"), HOSTS).problems(WEB))
                .hasSize(1);
        assertThat(new GitCredentials.Anonymous().problems(SSH)).hasSize(1);
        assertThat(new GitCredentials.Anonymous().problems(WEB)).isEmpty();
    }

    @Test
    void neverSendsATokenUnencrypted() {
        assertThat(new GitCredentials.Token("git", "word")
                        .problems(GitRepositorySourceTest.source("http://git.example/a", "main", "")))
                .extracting(InputProblem::sentence)
                .containsExactly("the token would be sent unencrypted");
    }

    @Test
    void rejectsKeysWithAPassphrase() {
        assertThat(PrivateKeyFormat.problem(openSsh("aes256-ctr"))).contains("the private key has a passphrase");
        assertThat(PrivateKeyFormat.problem(
                        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----"))
                .contains("the private key has a passphrase");
        assertThat(
                        PrivateKeyFormat.problem(
                                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAA==\n-----END RSA PRIVATE KEY-----"))
                .contains("the private key has a passphrase");
        assertThat(PrivateKeyFormat.problem("ssh-ed25519 AAAA public")).contains("does not contain a private key");
        assertThat(PrivateKeyFormat.problem("-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----"))
                .isEmpty();
    }

    @Test
    void reportsAllProblemsOfADeployKey() {
        assertThat(new GitCredentials.DeployKey("x", "\n").problems(WEB))
                .extracting(InputProblem::path)
                .containsExactly("--ssh-key-file", "--ssh-key-file", "--known-hosts-file");
    }

    @Test
    void copiesOnlyKeysThatFluxReads() {
        GitCredentials copy = new GitCredentials.Copy(Map.of("password", "eA==", "kubeconfig", "eQ=="));

        assertThat(copy.content().orElseThrow()).containsOnlyKeys("password");
    }

    @Test
    void textFormsContainNoSecret() {
        assertThat(new GitCredentials.Token("git", "word").toString()).doesNotContain("word");
        assertThat(new GitCredentials.DeployKey("word", HOSTS).toString()).doesNotContain("word");
        assertThat(new GitCredentials.Copy(Map.of("password", "d29yZA==")).toString())
                .doesNotContain("d29yZA");
    }

    /** The header of a key in the format of OpenSSH. */
    static String openSsh(String cipher) {
        String header = "openssh-key-v1\0\0\0\0" + (char) cipher.length() + cipher + "rest";
        return "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n"
                .formatted(Base64.getEncoder().encodeToString(header.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static String decoded(GitCredentials credentials, String key) {
        return new String(
                Base64.getDecoder().decode(credentials.content().orElseThrow().get(key)), StandardCharsets.UTF_8);
    }
}
