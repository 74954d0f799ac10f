package dev.butlerlabs.packages;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files of a small release, whose programs are scripts that print their names and version. */
record ReleaseFixture(Path directory, String version) {
    static final List<String> TOOLS = List.of("butleradm", "butlerctl");

    /** Returns the directory that an archive contains. */
    Path unpacked(String platform) throws IOException {
        Path root = directory.resolve("unpacked/butler-%s-%s".formatted(version, platform));
        for (String tool : TOOLS) {
            Path program = write(root.resolve("bin/" + tool), "#!/bin/sh\necho %s %s\n".formatted(tool, version));
            if (!program.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + program + " executable");
            }
            write(root.resolve("man/man1/" + tool + ".1"), ".TH " + tool + "\n");
            write(root.resolve("completions/bash/" + tool), "complete " + tool + "\n");
            write(root.resolve("completions/zsh/_" + tool), "#compdef " + tool + "\n");
            write(root.resolve("completions/fish/" + tool + ".fish"), "complete -c " + tool + "\n");
            write(root.resolve("completions/powershell/" + tool + ".ps1"), "# " + tool + "\n");
            write(root.resolve("sbom/" + tool + ".cdx.json"), "{}\n");
        }
        write(root.resolve("LICENSE"), "Apache License\n");
        write(root.resolve("README.md"), "# Butler\n");
        return root;
    }

    /** Writes an archive of the platform to a directory and returns that directory. */
    Path release(String name, String platform) throws IOException {
        Path release = Files.createDirectories(directory.resolve(name));
        Path root = unpacked(platform);
        String archive = root.getFileName() + ".tar.gz";
        ToolRun packed = run(
                Map.of(),
                "tar",
                "-C",
                root.getParent().toString(),
                "-czf",
                release.resolve(archive).toString(),
                root.getFileName().toString());
        if (packed.exitCode() != 0) {
            throw new IOException(packed.err());
        }
        return release;
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Runs a script of the checkout. */
    static ToolRun script(Map<String, String> environment, String name, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(
                List.of(ProjectRoot.find().resolve("scripts").resolve(name).toString()));
        words.addAll(List.of(arguments));
        return run(environment, words.toArray(String[]::new));
    }

    static ToolRun run(Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("BUTLER_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return Tool.finish(process);
    }
}
