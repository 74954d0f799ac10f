package dev.butlerlabs.adm.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.versions.VersionTable.Row;
import dev.butlerlabs.core.version.VersionListSource;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionTableTest {
    @Test
    void marksDefaultsAndEndedSupport() {
        List<Row> rows = VersionTable.rows(VersionListSource.builtIn(), LocalDate.of(2026, 11, 17));

        assertThat(rows)
                .contains(
                        new Row("Talos", "1.15", "", "1.33-1.38", "", "unreleased"),
                        new Row("Talos", "1.14", "v1.14.1", "1.32-1.37", "", "default"),
                        new Row("Talos", "1.13", "v1.13.9", "1.31-1.36", "2026-09-15", "ended"),
                        new Row("Kubernetes", "1.37", "v1.37.2", "", "2027-10-28", "default"),
                        new Row("Kubernetes", "1.36", "v1.36.6", "", "2027-06-28", "supported"),
                        new Row("cilium", "1.17.0", "", "", "", ""));
        assertThat(rows).extracting(Row::product).startsWith("Talos").endsWith("traefik");
    }
}
