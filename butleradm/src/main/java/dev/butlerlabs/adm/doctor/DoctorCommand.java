package dev.butlerlabs.adm.doctor;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.doctor.DoctorCheck;
import dev.butlerlabs.core.cli.doctor.DoctorReport;
import dev.butlerlabs.core.cli.doctor.DoctorResult;
import dev.butlerlabs.core.cli.doctor.DoctorRun;
import dev.butlerlabs.core.cli.doctor.MachineChecks;
import dev.butlerlabs.core.cli.doctor.PlatformChecks;
import dev.butlerlabs.core.docker.DockerAvailability;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.engine.kind.KindOptions;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
        footer = {"  butleradm doctor", "  butleradm doctor --context prod -o json"})
public final class DoctorCommand implements Callable<Integer> {
    private static final String GROUP = "butler.butlerlabs.dev";
    /** What the commands for operators need. */
    private static final List<AccessQuestion> NEEDED = List.of(
            question("list", "", "nodes", Optional.empty()),
            question("create", "", "namespaces", Optional.empty()),
            question("get", "", "secrets", Optional.of(Namespaces.SYSTEM)),
            question("list", GROUP, "providerconfigs", Optional.of(Namespaces.SYSTEM)),
            question("create", GROUP, "machinerequests", Optional.of(Namespaces.SYSTEM)),
            question("patch", GROUP, "managementaddons", Optional.empty()),
            question("list", GROUP, "tenantclusters", Optional.empty()),
            question("create", GROUP, "teams", Optional.empty()));

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    public DoctorCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Duration limit = wait.timeout().orElse(DoctorRun.LIMIT);
        Duration request = limit.dividedBy(2);
        MachineChecks machine = new MachineChecks(session);
        PlatformChecks platform = new PlatformChecks("butleradm", session, connection, request);
        DoctorReport report = new DoctorReport(new DoctorRun(limit)
                .run(List.of(
                        machine.program("butleradm"),
                        machine.space(),
                        machine.modes(),
                        new DoctorCheck(DockerEvaluator.CHECK, () -> docker(request)),
                        platform.context(),
                        platform.proxy(),
                        platform.server(),
                        platform.clock(),
                        platform.certificate(),
                        platform.versions(),
                        platform.permissions(NEEDED))));
        report.print(output.printer(session, common));
        return report.exitCode();
    }

    private List<DoctorResult> docker(Duration limit) {
        ImageName image = session.terminal()
                .environment("BUTLER_KIND_IMAGE")
                .filter(name -> !name.isBlank())
                .map(ImageName::parse)
                .orElse(KindOptions.USUAL_IMAGE);
        DockerAvailability engine = DockerEngine.presence(limit);
        return DockerEvaluator.findings(engine, image, hasImage(engine, image));
    }

    private static Optional<Boolean> hasImage(DockerAvailability engine, ImageName image) {
        if (engine instanceof DockerAvailability.Silent) {
            return Optional.empty();
        }
        try (DockerEngine docker = DockerEngine.ofThisUser()) {
            return Optional.of(docker.images().has(image));
        }
    }

    private static AccessQuestion question(String verb, String group, String resource, Optional<String> namespace) {
        return new AccessQuestion(verb, group, resource, Optional.empty(), namespace);
    }
}
