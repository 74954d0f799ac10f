package dev.butlerlabs.ctl.doctor;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.doctor.DoctorReport;
import dev.butlerlabs.core.cli.doctor.DoctorRun;
import dev.butlerlabs.core.cli.doctor.MachineChecks;
import dev.butlerlabs.core.cli.doctor.PlatformChecks;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks this machine and the connection to the platform. */
@Command(
        name = "doctor",
        description = {
            "Check this machine, the selected cluster and the connection to it.",
            "Prints each finding with its reason and fix, and changes nothing. The exit code is 11 if a problem is found, and 0 otherwise.",
            "Each check fails after --timeout (default: 10s)."
        },
        footer = {"  butlerctl doctor", "  butlerctl doctor --team payments -o json"})
public final class UserDoctorCommand implements Callable<Integer> {
    private static final String GROUP = "butler.butlerlabs.dev";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    public UserDoctorCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Duration limit = wait.timeout().orElse(DoctorRun.LIMIT);
        Duration request = limit.dividedBy(2);
        MachineChecks machine = new MachineChecks(session);
        PlatformChecks platform = new PlatformChecks("butlerctl", session, connection, request);
        DoctorReport report = new DoctorReport(new DoctorRun(limit)
                .run(List.of(
                        machine.program("butlerctl"),
                        machine.space(),
                        machine.modes(),
                        platform.context(),
                        platform.proxy(),
                        platform.server(),
                        platform.clock(),
                        platform.certificate(),
                        platform.versions(),
                        platform.permissions(needed()))));
        report.print(output.printer(session, common));
        return report.exitCode();
    }

    /** Returns what the commands for tenant clusters need in the namespace of the team. */
    private List<AccessQuestion> needed() {
        Optional<String> namespace = Optional.of(ManagementClusterContext.namespace(session, connection));
        return Stream.of("list", "create", "patch", "delete")
                .map(verb -> new AccessQuestion(verb, GROUP, "tenantclusters", Optional.empty(), namespace))
                .toList();
    }
}
