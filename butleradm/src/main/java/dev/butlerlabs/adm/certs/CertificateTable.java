package dev.butlerlabs.adm.certs;

import dev.butlerlabs.core.certificate.CertificateInventory;
import dev.butlerlabs.core.certificate.ListedCertificate;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats certificates in every output format. */
final class CertificateTable {
    private CertificateTable() {}

    /** Returns a layout that keeps the order of the inventory: first those of the cluster, then those of tenant clusters. */
    static TableLayout<ListedCertificate> of(CertificateInventory inventory) {
        Instant now = inventory.at();
        List<ListedCertificate> order = inventory.certificates();
        return new TableLayout<>(
                List.of(
                        Column.of("name", ListedCertificate::name),
                        Column.of("use", certificate -> certificate.use().toString()),
                        Column.of("location", ListedCertificate::location),
                        Column.of(
                                "issuer",
                                certificate -> orDash(certificate.details().issuer())),
                        Column.of(
                                "not after",
                                certificate -> seconds(certificate.details().notAfter())),
                        Column.of("days left", certificate -> String.valueOf(certificate.daysLeft(now))),
                        Column.of("state", certificate -> certificate.state(now).toString()),
                        Column.wide(
                                "subject",
                                certificate -> orDash(certificate.details().subject())),
                        Column.wide(
                                "renewed by",
                                certificate -> certificate.renewal().toString())),
                ListedCertificate::name,
                certificate -> document(certificate, now),
                (one, other) -> Integer.compare(order.indexOf(one), order.indexOf(other)),
                header(inventory));
    }

    private static Map<String, Object> header(CertificateInventory inventory) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("at", seconds(inventory.at()));
        header.put(
                "unread",
                inventory.unread().entrySet().stream()
                        .map(entry -> Map.<String, Object>of("source", entry.getKey(), "reason", entry.getValue()))
                        .toList());
        return header;
    }

    private static Map<String, Object> document(ListedCertificate certificate, Instant now) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", certificate.name());
        document.put("use", certificate.use().toString());
        document.put("location", certificate.location());
        document.put("subject", certificate.details().subject());
        document.put("issuer", certificate.details().issuer());
        document.put("serial", certificate.details().serial());
        document.put("notBefore", seconds(certificate.details().notBefore()));
        document.put("notAfter", seconds(certificate.details().notAfter()));
        document.put("daysLeft", certificate.daysLeft(now));
        document.put("state", certificate.state(now).toString());
        document.put("renewedBy", certificate.renewal().toString());
        return document;
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }
}
