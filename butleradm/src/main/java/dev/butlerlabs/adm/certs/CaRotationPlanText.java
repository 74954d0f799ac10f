package dev.butlerlabs.adm.certs;

import dev.butlerlabs.core.certificate.CaRotationPlan;
import dev.butlerlabs.core.certificate.CaRotationStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the plan of a CA rotation. */
final class CaRotationPlanText {
    private CaRotationPlanText() {}

    static List<String> lines(CaRotationPlan plan) {
        List<String> lines = new ArrayList<>();
        lines.add("Rotation of the %s, which expires on %s (serial number %s). Nothing was changed."
                .formatted(
                        plan.authority().title(), plan.expiry(), plan.current().serial()));
        plan.blockers().forEach(blocker -> lines.add("Not possible now: " + blocker));
        int number = 1;
        for (CaRotationStep step : plan.steps()) {
            lines.add("");
            lines.add("%d. %s".formatted(number++, step.action()));
            lines.add("   interrupts: " + step.effect());
            step.command().ifPresent(command -> lines.add("   run: " + command));
        }
        return lines;
    }

    static Map<String, Object> document(CaRotationPlan plan) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("ca", plan.authority().word());
        document.put("serial", plan.current().serial());
        document.put("notAfter", plan.expiry());
        document.put("blockers", plan.blockers());
        document.put(
                "steps", plan.steps().stream().map(CaRotationPlanText::document).toList());
        return document;
    }

    private static Map<String, Object> document(CaRotationStep step) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("action", step.action());
        document.put("interrupts", step.effect());
        step.command().ifPresent(command -> document.put("command", command));
        return document;
    }
}
