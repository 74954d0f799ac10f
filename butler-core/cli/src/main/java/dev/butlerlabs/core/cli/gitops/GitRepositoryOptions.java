package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.gitops.GitRepositorySource;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options that select a directory of a Git repository. */
public final class GitRepositoryOptions {
    @Option(
            names = "--repository",
            paramLabel = "URL",
            required = true,
            description = "URL of the Git repository, with https:// or ssh://.")
    private String repository;

    @Option(
            names = "--branch",
            paramLabel = "NAME",
            defaultValue = GitRepositorySource.DEFAULT_BRANCH,
            description = "Branch to apply (default: ${DEFAULT-VALUE}).")
    private String branch = GitRepositorySource.DEFAULT_BRANCH;

    @Option(
            names = "--path",
            paramLabel = "DIRECTORY",
            defaultValue = "",
            description = "Directory in the repository (default: the root).")
    private String path = "";

    public GitRepositorySource source(Duration interval, boolean prune) {
        return new GitRepositorySource(repository, branch, path, interval, prune);
    }
}
