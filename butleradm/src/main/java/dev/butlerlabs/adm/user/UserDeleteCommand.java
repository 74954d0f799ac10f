package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a User. */
@Command(
        name = "delete",
        description = "Delete a user. Teams that name it keep the name as a member.",
        footer = {"  butleradm user delete ada", "  butleradm user delete ada --yes"})
final class UserDeleteCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = UserNameCandidates.class, description = "Name of the user.")
    private String name;

    UserDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            UserClient users = new UserClient(client);
            User user = users.get(name);
            consent.prompts(session)
                    .confirm("Delete User %s (%s)?"
                            .formatted(name, user.getSpec().email()));
            users.delete(user);
            if (!common.isQuiet()) {
                report(user);
            }
        }
    }

    private void report(User user) {
        session.messages().print("User %s deleted.".formatted(name));
        List<String> teams = Optional.ofNullable(user.getStatus()).map(UserStatus::teams).orElse(List.of()).stream()
                .map(Membership::name)
                .toList();
        if (!teams.isEmpty()) {
            session.messages()
                    .print("It was a member of %s. Run 'butleradm team remove-member' for each that names it."
                            .formatted(String.join(", ", teams)));
        }
    }
}
