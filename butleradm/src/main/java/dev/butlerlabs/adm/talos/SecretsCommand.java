package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Generates the secrets of a new cluster. */
@Command(
        name = "secrets",
        description = {
            "Generate the secrets of a new cluster in the format of talosctl: CAs, keys and tokens.",
            "Prints them, or writes them to --output. Store them securely."
        },
        footer = {"  butleradm talos secrets --output secrets.yaml", "  butleradm talos secrets -o json"})
final class SecretsCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private TalosVersionOption version = new TalosVersionOption();

    SecretsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<Path> file = destination.path();
        file.ifPresent(path -> destination.checkFree(List.of(path)));
        VersionContract contract = version.contract().orElse(VersionContract.NEWEST);
        contract.warning().ifPresent(sentence -> session.messages().print("warning: " + sentence));
        SecretsBundle secrets = new SecretsGenerator(new SecureRandom(), session.clock()).generate(contract);
        String text = destination.format() == OutputFormat.JSON
                ? JsonTextWriter.pretty(secrets.document()) + "\n"
                : secrets.yaml();
        file.ifPresentOrElse(
                path -> {
                    DestinationOptions.write(path, text);
                    tell("Secrets written to %s. Next: butleradm talos generate --secrets %s".formatted(path, path));
                },
                () -> session.terminal().out().print(text));
    }

    private void tell(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
