package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.machine.ProviderValidationResult;
import dev.butlerlabs.core.machine.ProviderValidationResult.Answer;
import dev.butlerlabs.core.provider.PreflightCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks a ProviderConfig against its infrastructure. */
@Command(
        name = "validate",
        description = {
            "Check the credentials, permissions, image, network and capacity of a ProviderConfig.",
            "Takes up to 30 seconds. Writes the result to the status of the ProviderConfig."
        },
        footer = {
            "  butleradm provider validate rack-one",
            "  butleradm provider validate rack-one --timeout 2m -o json"
        })
final class ProviderValidateCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the ProviderConfig.")
    private String name;

    ProviderValidateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ProviderConfig config =
                    new ProviderConfigClient(client).get(ManagementClusterConnection.named(connection, name));
            ProviderValidationResult verdict = within(
                    new FutureTask<>(new ProviderValidateAction(client, config, session.clock())),
                    wait.timeout().orElse(PATIENCE));
            output.printer(session, common).list(listing(), verdict.answers());
            conclude(verdict);
        }
    }

    private void conclude(ProviderValidationResult verdict) {
        if (!verdict.isGood()) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "ProviderConfig %s is not usable.".formatted(name),
                    "Fix the failed checks above and try again.");
        }
        if (!common.isQuiet()) {
            session.messages()
                    .print("ProviderConfig %s is valid; infrastructure version %s.".formatted(name, verdict.version()));
        }
    }

    private ProviderValidationResult within(FutureTask<ProviderValidationResult> work, Duration limit) {
        Thread.ofVirtual().name("validate").start(work);
        try {
            return work.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            work.cancel(true);
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "ProviderConfig %s: the infrastructure did not respond to all checks within %d s."
                            .formatted(name, limit.toSeconds()),
                    e);
        } catch (InterruptedException e) {
            work.cancel(true);
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Validation interrupted.", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ButlerException told ? told : new IllegalStateException(e.getCause());
        }
    }

    private static TableLayout<Answer> listing() {
        return TableLayout.of(
                List.of(
                        Column.of("check", Answer::name),
                        Column.of("result", answer -> word(answer.result())),
                        Column.of("detail", answer -> detail(answer.result()))),
                Answer::name,
                ProviderValidateCommand::document);
    }

    private static Map<String, Object> document(Answer answer) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("check", answer.name());
        document.put("question", answer.question());
        document.put("result", word(answer.result()));
        document.put("detail", detail(answer.result()));
        return document;
    }

    private static String word(PreflightCheck.Result result) {
        return switch (result) {
            case PreflightCheck.Result.Passed passed -> "passed";
            case PreflightCheck.Result.Doubtful doubtful -> "doubtful";
            case PreflightCheck.Result.Failed failed -> "failed";
            case PreflightCheck.Result.Unknown unknown -> "unknown";
        };
    }

    private static String detail(PreflightCheck.Result result) {
        return switch (result) {
            case PreflightCheck.Result.Passed(String seen) -> seen;
            case PreflightCheck.Result.Doubtful(String message, String hint) -> (message + " " + hint).strip();
            case PreflightCheck.Result.Failed(String message, String hint) -> (message + " " + hint).strip();
            case PreflightCheck.Result.Unknown(String message) -> message;
        };
    }
}
