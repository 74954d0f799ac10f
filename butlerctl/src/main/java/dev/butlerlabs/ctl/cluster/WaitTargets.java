package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parses the objects of {@code wait}: {@code cluster/demo cluster/other}, or {@code cluster demo other}. */
final class WaitTargets {
    private static final Set<String> CLUSTER = Set.of(
            "cluster",
            "clusters",
            "tc",
            "tenantcluster",
            "tenantclusters",
            "tenantcluster.butler.butlerlabs.dev",
            "tenantclusters.butler.butlerlabs.dev");

    private WaitTargets() {}

    /**
     * Returns the names of tenant clusters; none if only the resource type is given.
     *
     * @throws ButlerException with every argument that is not valid
     */
    static List<String> names(List<String> arguments) {
        List<InputProblem> problems = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean typed = !arguments.isEmpty() && !arguments.getFirst().contains("/");
        if (typed) {
            check(arguments.getFirst(), arguments.getFirst(), problems);
        }
        for (String argument : typed ? arguments.subList(1, arguments.size()) : arguments) {
            int slash = argument.indexOf('/');
            if (typed && slash >= 0) {
                problems.add(new InputProblem(argument, "a name must not contain /", "use TYPE NAME or TYPE/NAME"));
            } else if (!typed && slash < 0) {
                problems.add(new InputProblem(argument, "has no resource type", "use cluster/" + argument));
            } else {
                if (!typed) {
                    check(argument, argument.substring(0, slash), problems);
                }
                names.add(argument.substring(slash + 1));
            }
        }
        if (!problems.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "Invalid arguments of wait:", "Write cluster/NAME.", problems, null);
        }
        return names;
    }

    private static void check(String argument, String type, List<InputProblem> problems) {
        if (!CLUSTER.contains(type)) {
            problems.add(new InputProblem(argument, "unknown resource type \"%s\"".formatted(type), "use cluster"));
        }
    }
}
