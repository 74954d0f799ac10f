package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What the rules decide on a tenant cluster.
 *
 * @param problems why it would be rejected; empty if it would be admitted
 */
record PolicyTestResult(ObjectName cluster, Operation operation, List<String> problems) {
    static final TableLayout<PolicyTestResult> LISTING = new TableLayout<>(
            List.of(
                    Column.of("cluster", result -> result.cluster().toString()),
                    Column.of("change", PolicyTestResult::change),
                    Column.of("result", result -> result.isAdmitted() ? "Admitted" : "Rejected"),
                    Column.of("problems", result -> String.join(" ", result.problems()))),
            result -> result.cluster().toString(),
            PolicyTestResult::document,
            (_, _) -> 0,
            Map.of());

    PolicyTestResult {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(operation, "operation");
        problems = List.copyOf(problems);
    }

    boolean isAdmitted() {
        return problems.isEmpty();
    }

    private String change() {
        return operation.name().toLowerCase(Locale.ROOT);
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", cluster.toString());
        document.put("change", change());
        document.put("admitted", isAdmitted());
        document.put("problems", problems);
        return document;
    }
}
