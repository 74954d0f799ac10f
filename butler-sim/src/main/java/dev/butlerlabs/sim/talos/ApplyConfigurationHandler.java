package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.Machine.ApplyConfigurationRequest.Mode;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Handles one request to apply a configuration, to a machine in maintenance mode or to a configured one. */
final class ApplyConfigurationHandler {
    private static final Set<Mode> NOT_IN_OLD_MAINTENANCE = Set.of(Mode.NO_REBOOT, Mode.STAGED);

    private final SimulatedNode node;
    private final Machine.ApplyConfigurationRequest request;
    private final StreamObserver<Machine.ApplyConfigurationResponse> answers;
    private final boolean maintenance;

    ApplyConfigurationHandler(
            SimulatedNode node,
            Machine.ApplyConfigurationRequest request,
            StreamObserver<Machine.ApplyConfigurationResponse> answers) {
        this.node = node;
        this.request = request;
        this.answers = answers;
        this.maintenance = node.document().isEmpty();
    }

    void run() {
        Optional<Status> refusal = modeRefusal();
        if (refusal.isPresent()) {
            reject(refusal.get());
            return;
        }
        try {
            Optional<MachineDocument> document = MachineDocument.parse(text(), node.validationMode(), node.version());
            if (maintenance) {
                first(document);
            } else if (document.isPresent()) {
                again(document.get());
            } else {
                reject(Status.INVALID_ARGUMENT.withDescription(
                        "the applied machine configuration doesn't contain v1alpha1 config, did you mean to patch the machine"
                                + " config instead?"));
            }
        } catch (MachineDocument.RefusedException e) {
            reject(rejection(e));
        }
    }

    private String text() {
        return request.getData().toStringUtf8();
    }

    private void reject(Status status) {
        answers.onError(status.asRuntimeException());
    }

    private Optional<Status> modeRefusal() {
        Mode mode = request.getMode();
        if (maintenance && isOld() && NOT_IN_OLD_MAINTENANCE.contains(mode)) {
            return Optional.of(Status.UNIMPLEMENTED.withDescription(
                    "apply configuration --mode='%s' is not supported in maintenance mode"
                            .formatted(mode.name().toLowerCase(Locale.ROOT).replace('_', '-'))));
        }
        if (!maintenance && node.release().isAtLeast(14) && mode == Mode.REBOOT) {
            return Optional.of(Status.UNIMPLEMENTED.withDescription("reboot mode is not supported"));
        }
        return Optional.empty();
    }

    private boolean isOld() {
        return !node.release().isAtLeast(13);
    }

    /** The maintenance service of old versions adds a prefix, and gives no code to texts that it cannot parse. */
    private Status rejection(MachineDocument.RefusedException refused) {
        if (!maintenance || !isOld()) {
            return Status.INVALID_ARGUMENT.withDescription(refused.getMessage());
        }
        return refused.parsed()
                ? Status.INVALID_ARGUMENT.withDescription("configuration validation failed: " + refused.getMessage())
                : Status.UNKNOWN.withDescription("failed to parse config: " + refused.getMessage());
    }

    /** Configures a machine in maintenance mode. Documents without a main one are accepted and do not end it. */
    private void first(Optional<MachineDocument> document) {
        Machine.ApplyConfiguration.Builder response = Machine.ApplyConfiguration.newBuilder();
        document.ifPresent(accepted -> response.addAllWarnings(accepted.warnings()));
        if (request.getDryRun()) {
            respond(response.setModeDetails(
                    "Dry run summary:\nNode is running in maintenance mode and does not have a config yet."));
            return;
        }
        document.ifPresent(accepted -> node.take(accepted, text()));
        respond(response);
        if (document.isPresent()) {
            node.leaveMaintenance();
        }
    }

    private void again(MachineDocument document) {
        Mode mode = request.getMode() == Mode.AUTO ? Mode.NO_REBOOT : request.getMode();
        Machine.ApplyConfiguration.Builder response =
                Machine.ApplyConfiguration.newBuilder().setMode(mode);
        if (request.getDryRun()) {
            respond(response.setModeDetails("Dry run summary:\n%s (skipped in dry-run).\nConfig diff:\n\n%s"
                    .formatted(details(mode), difference())));
            return;
        }
        if (mode == Mode.STAGED) {
            node.stage(document, text());
        } else {
            node.take(document, text());
        }
        respond(response.setModeDetails(details(mode)).addAllWarnings(document.warnings()));
        if (mode == Mode.REBOOT) {
            node.reboot(NodeStage.REBOOTING);
        }
    }

    private static String details(Mode mode) {
        return switch (mode) {
            case REBOOT -> "Applied configuration with a reboot";
            case STAGED -> "Staged configuration to be applied after the next reboot";
            default -> "Applied configuration without a reboot";
        };
    }

    private String difference() {
        return node.configuration().equals(text()) ? "No changes." : "The configurations differ.";
    }

    private void respond(Machine.ApplyConfiguration.Builder response) {
        answers.onNext(Machine.ApplyConfigurationResponse.newBuilder()
                .addMessages(response)
                .build());
        answers.onCompleted();
    }
}
