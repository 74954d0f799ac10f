package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.Listing;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.machine.ProviderConfigs;
import dev.butlerlabs.core.machine.ProviderVerdict;
import dev.butlerlabs.core.machine.ProviderVerdict.Answer;
import dev.butlerlabs.core.provider.Check;
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
final class ValidateCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Session session;

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

    ValidateCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            ProviderConfig config = new ProviderConfigs(client).get(ClusterOptions.named(connection, name));
            ProviderVerdict verdict = within(
                    new FutureTask<>(new Validation(client, config, session.clock())),
                    wait.timeout().orElse(PATIENCE));
            output.printer(session, common).list(listing(), verdict.answers());
            conclude(verdict);
        }
    }

    private void conclude(ProviderVerdict verdict) {
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

    private ProviderVerdict within(FutureTask<ProviderVerdict> work, Duration limit) {
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

    private static Listing<Answer> listing() {
        return Listing.of(
                List.of(
                        Column.of("check", Answer::name),
                        Column.of("result", answer -> word(answer.result())),
                        Column.of("detail", answer -> detail(answer.result()))),
                Answer::name,
                ValidateCommand::document);
    }

    private static Map<String, Object> document(Answer answer) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("check", answer.name());
        document.put("question", answer.question());
        document.put("result", word(answer.result()));
        document.put("detail", detail(answer.result()));
        return document;
    }

    private static String word(Check.Result result) {
        return switch (result) {
            case Check.Result.Passed passed -> "passed";
            case Check.Result.Doubtful doubtful -> "doubtful";
            case Check.Result.Failed failed -> "failed";
            case Check.Result.Unknown unknown -> "unknown";
        };
    }

    private static String detail(Check.Result result) {
        return switch (result) {
            case Check.Result.Passed(String seen) -> seen;
            case Check.Result.Doubtful(String message, String hint) -> (message + " " + hint).strip();
            case Check.Result.Failed(String message, String hint) -> (message + " " + hint).strip();
            case Check.Result.Unknown(String message) -> message;
        };
    }
}
