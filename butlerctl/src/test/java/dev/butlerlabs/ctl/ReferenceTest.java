package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.pages.ManPage;
import dev.butlerlabs.core.cli.pages.MarkdownReference;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.testing.GoldenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation made from the command model is the one checked in. */
class ReferenceTest {
    @ParameterizedTest
    @MethodSource("dev.butlerlabs.ctl.BothTools#all")
    void theReferenceIsUpToDate(Tool tool) {
        String reference = MarkdownReference.of(BothTools.model(tool).getCommandSpec());
        GoldenFile.check("docs/reference/" + tool.name() + ".md", reference);
    }

    @Test
    void theExitCodesAreUpToDate() {
        GoldenFile.check("docs/exit-codes.md", MarkdownReference.exitCodes());
    }

    @ParameterizedTest
    @MethodSource("dev.butlerlabs.ctl.BothTools#all")
    void everyCommandHasAManualPage(Tool tool) {
        Map<String, String> pages = ManPage.of(BothTools.model(tool).getCommandSpec(), "1.0");
        assertThat(pages).containsKeys(tool.name() + ".1", tool.name() + "-version.1");
        assertThat(pages)
                .allSatisfy((name, page) -> assertThat(page)
                        .startsWith(".TH \"" + name.replace(".1", "").toUpperCase(Locale.ROOT) + "\"")
                        .contains(
                                ".SH NAME\n", ".SH SYNOPSIS\n", ".SH OPTIONS\n", ".SH EXAMPLES\n", ".SH EXIT STATUS\n")
                        .doesNotContain("${"));
    }

    @ParameterizedTest
    @MethodSource("dev.butlerlabs.ctl.BothTools#all")
    void theHiddenCommandWritesThem(Tool tool, @TempDir Path folder) throws Exception {
        ToolRun run = tool.run("docs", "man", folder.resolve("man").toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(folder.resolve("man/" + tool.name() + "-explain.1")))
                .contains("\\fB\\-o, \\-\\-output FORMAT\\fR");
        assertThat(tool.run("docs", "markdown", folder.toString()).out().strip())
                .isEqualTo(folder.resolve(tool.name() + ".md").toString());
    }

    @ParameterizedTest
    @MethodSource("dev.butlerlabs.ctl.BothTools#all")
    void everyErrorCodeIsExplained(Tool tool) {
        assertThat(tool.run("explain", "-o", "name").out().lines()).hasSize(ErrorCode.values().length);
        for (ErrorCode code : ErrorCode.values()) {
            ToolRun run = tool.run("explain", code.id());
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains(code.id(), code.title(), code.explanation(), code.remedy());
        }
    }
}
