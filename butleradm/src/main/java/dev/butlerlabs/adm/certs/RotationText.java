package dev.butlerlabs.adm.certs;

import dev.butlerlabs.core.certificate.RenewedCredential;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the result of a rotation of client certificates. */
final class RotationText {
    private RotationText() {}

    static List<String> lines(List<RenewedCredential> renewed) {
        List<String> lines = new ArrayList<>();
        for (RenewedCredential credential : renewed) {
            lines.add("New %s, valid until %s: %s"
                    .formatted(
                            credential.credential().word(),
                            seconds(credential.notAfter()),
                            String.join(", ", credential.locations())));
            credential.unchanged().forEach(file -> lines.add("  unchanged: " + file));
        }
        lines.add("Client certificates cannot be revoked. The replaced ones stay valid until they expire:");
        renewed.forEach(credential -> lines.add("  %s with serial number %s until %s"
                .formatted(
                        credential.credential().word(),
                        credential.replaced().serial(),
                        seconds(credential.replaced().notAfter()))));
        lines.add("To reject them earlier, rotate the CA: butleradm certs rotate --ca talos|kubernetes --plan");
        return lines;
    }

    static Map<String, Object> document(List<RenewedCredential> renewed) {
        return Map.of("items", renewed.stream().map(RotationText::document).toList());
    }

    private static Map<String, Object> document(RenewedCredential credential) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("credential", credential.credential().word());
        document.put("notAfter", seconds(credential.notAfter()));
        document.put("locations", credential.locations());
        document.put("unchanged", credential.unchanged());
        Map<String, Object> replaced = new LinkedHashMap<>();
        replaced.put("serial", credential.replaced().serial());
        replaced.put("notAfter", seconds(credential.replaced().notAfter()));
        document.put("stillValid", replaced);
        return document;
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
