package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.tenant.TenantFileReader;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tenant.change.TenantClusterSchemaValidator;
import dev.butlerlabs.core.tenant.change.TenantClusterValidator;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads TenantClusters from flags, a file or standard input. Reports all problems in one exception. */
record TenantInput(CommandContext session, String namespace) {
    private static final Map<String, String> ARGUMENTS =
            Map.of("metadata.name", "NAME", "metadata.namespace", "--namespace");

    List<TenantDocument> read(Optional<String> name, Optional<Path> file, Map<String, String> flags) {
        if (file.isPresent()) {
            requireAlone(name, flags);
            return fromFile(file.get());
        }
        return List.of(fromFlags(
                name.orElseThrow(() -> new ButlerException(ErrorCode.USAGE, "Specify a name, or a file with -f.")),
                flags));
    }

    private static void requireAlone(Optional<String> name, Map<String, String> flags) {
        List<String> beside = new ArrayList<>(flags.keySet());
        name.ifPresent(given -> beside.addFirst("name " + given));
        if (!beside.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "-f cannot be combined with %s.".formatted(String.join(", ", beside)));
        }
    }

    private TenantDocument fromFlags(String name, Map<String, String> flags) {
        TenantRequest request = TenantRequest.of(name, namespace, flags);
        List<InputProblem> problems = new ArrayList<>(request.problems());
        TenantClusterValidator.check(request.document(), TenantClusterSchemaValidator.load()).stream()
                .filter(problem -> problems.isEmpty() || problem.path().startsWith("metadata"))
                .map(problem -> new InputProblem(
                        ARGUMENTS.getOrDefault(problem.path(), problem.path()), problem.sentence(), problem.hint()))
                .forEach(problems::add);
        refuse("Invalid cluster specification:", problems);
        return request.document();
    }

    List<TenantDocument> fromFile(Path file) {
        return new TenantFileReader(session, namespace).read(file);
    }

    private static void refuse(String sentence, List<InputProblem> problems) {
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(sentence, problems);
        }
    }
}
