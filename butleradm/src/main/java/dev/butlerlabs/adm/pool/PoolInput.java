package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.NetworkPoolSpec.Defaults;
import dev.butlerlabs.core.api.NetworkPoolSpec.Reservation;
import dev.butlerlabs.core.api.NetworkPoolSpec.TenantAllocation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.ipam.PoolSpecReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options that describe a NetworkPool. */
record PoolInput(String cidr, List<String> reserved, List<String> ranges, int nodes, int balancers) {
    private static final Pattern PATH =
            Pattern.compile("spec\\.(cidr|reserved|tenantAllocation\\.ranges)(?:\\[(\\d+)](?:\\.cidr)?)?");
    private static final String NOT_VALID = "is not valid: ";

    PoolInput {
        reserved = List.copyOf(reserved);
        ranges = List.copyOf(ranges);
    }

    /**
     * Returns the spec.
     *
     * @throws ButlerException with every problem, each with the option it is about
     */
    NetworkPoolSpec spec() {
        NetworkPoolSpec spec = unchecked();
        try {
            PoolSpecReader.of(spec);
            return spec;
        } catch (ButlerException e) {
            throw ButlerException.invalid(
                    "Invalid NetworkPool:",
                    e.problems().stream().map(this::byOption).toList());
        }
    }

    private InputProblem byOption(InputProblem problem) {
        Matcher matcher = PATH.matcher(problem.path());
        if (!matcher.matches()) {
            return problem;
        }
        if (matcher.group(1).equals("cidr")) {
            return optionProblem("--cidr", cidr, problem, "use a network such as 10.40.0.0/21");
        }
        int index = Integer.parseInt(matcher.group(2));
        return matcher.group(1).equals("reserved")
                ? optionProblem("--reserve", reserved.get(index), problem, "use CIDR or CIDR=REASON")
                : optionProblem("--range", ranges.get(index), problem, "use FIRST-LAST, with the lower address first");
    }

    private static InputProblem optionProblem(String option, String value, InputProblem problem, String form) {
        return problem.sentence().startsWith(NOT_VALID)
                ? new InputProblem(
                        option,
                        "invalid value \"%s\": %s"
                                .formatted(value, problem.sentence().substring(NOT_VALID.length())),
                        form)
                : new InputProblem(option, problem.sentence(), problem.hint());
    }

    private NetworkPoolSpec unchecked() {
        return new NetworkPoolSpec(
                cidr,
                reserved.stream().map(PoolInput::reservation).toList(),
                new TenantAllocation(
                        null, null, ranges.stream().map(PoolInput::range).toList(), new Defaults(nodes, balancers)));
    }

    private static Reservation reservation(String text) {
        String[] parts = text.split("=", 2);
        return new Reservation(parts[0], parts.length == 2 ? parts[1] : null);
    }

    private static AddressRange range(String text) {
        String[] ends = text.split("-", -1);
        if (ends.length != 2) {
            throw new ButlerException(
                    ErrorCode.USAGE, "invalid value \"%s\" for --range: must be FIRST-LAST.".formatted(text));
        }
        return new AddressRange(ends[0].strip(), ends[1].strip());
    }
}
