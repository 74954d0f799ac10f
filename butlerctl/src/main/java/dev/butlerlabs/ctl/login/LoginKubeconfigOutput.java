package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.identity.LoginContext;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.ctl.cluster.KubeconfigOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Adds the context of a login to the kubeconfig of the cluster, or writes it to a file of its own. */
final class LoginKubeconfigOutput {
    private final CommandContext session;
    private final CommonOptions common;
    private final DestinationOptions destination;
    private final LoginContext context;

    LoginKubeconfigOutput(
            CommandContext session, CommonOptions common, DestinationOptions destination, LoginContext context) {
        this.session = session;
        this.common = common;
        this.destination = destination;
        this.context = context;
    }

    /**
     * Checks before the login that the result can be written.
     *
     * @throws ButlerException with CONFLICT if it would replace a file or a context that is not of a login
     */
    void check(Optional<String> requestedName) {
        if (isSeparate()) {
            destination.path().ifPresent(path -> destination.checkFree(List.of(path)));
            return;
        }
        String name = name(requestedName);
        boolean isTaken = context.kubeconfig().contexts().contains(name)
                && CredentialPlugin.of(context.kubeconfig(), name).isEmpty();
        if (isTaken) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Context %s already exists and is not one of a login.".formatted(name),
                    "Choose another name with --context-name.");
        }
    }

    void write(LoginSettings settings, Optional<String> requestedName, boolean makeCurrent) {
        String name = name(requestedName);
        CredentialPlugin plugin = new CredentialPlugin(
                settings.issuer(),
                settings.clientId(),
                session.terminal().environment("BUTLER_HOME").map(LoginKubeconfigOutput::absolute));
        Kubeconfig result = context.with(plugin, name);
        if (isSeparate()) {
            new KubeconfigOutput(session, common, destination).print(result);
            destination.path().ifPresent(path -> say("Wrote %s.".formatted(path)));
            return;
        }
        boolean changed = new KubeconfigFile(context.file()).splice(result, makeCurrent);
        say(
                changed
                        ? "Added context %s to %s.".formatted(name, context.file())
                        : "Context %s in %s is up to date.".formatted(name, context.file()));
        say(
                makeCurrent
                        ? "It is the current context now. Check it with 'butlerctl whoami'."
                        : "Check it with 'butlerctl whoami --context %s'.".formatted(name));
    }

    private static String absolute(String directory) {
        return Path.of(directory).toAbsolutePath().toString();
    }

    private String name(Optional<String> requested) {
        return requested.orElseGet(context::loginName);
    }

    private boolean isSeparate() {
        return destination.path().isPresent() || destination.format() != OutputFormat.TABLE;
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
