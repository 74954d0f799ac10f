package dev.butlerlabs.core.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class LabelSelectorConverterTest {
    private final LabelSelectorConverter converter = new LabelSelectorConverter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env",
                "!env",
                "! env",
                "env=prod",
                "env == prod",
                "env=",
                "env==,tier=web",
                "env!=prod,tier",
                "app.kubernetes.io/name=Demo_1.x",
                "env in (prod,test), tier notin (web)",
                "env in()",
                "env in (prod,)",
                "in in (in)",
                "size>3,size<10",
            })
    void acceptsTheFormsOfTheServer(String selector) {
        assertThat(converter.convert(selector)).isEqualTo(selector);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tier==, | a label key is expected after the comma (use a form such as env=prod,tier!=test)",
                "a,,b | a label key is expected after the comma (use a form such as env=prod,tier!=test)",
                ",a | a label key is expected before the first comma (use a form such as env=prod,tier!=test)",
                "env in prod | \"env in prod\" is not a valid condition",
                "env in (prod,test | \"env in (prod,test\" is not a valid condition",
                "a=b,env prod | \"env prod\" is not a valid condition",
                "-env=prod | \"-env=prod\" is not a valid condition",
                "!env=prod | \"!env=prod\" is not a valid condition",
                "size>big | \"size>big\" is not a valid condition",
            })
    void namesTheConditionThatIsNotValid(String selector, String message) {
        assertThatThrownBy(() -> converter.convert(selector))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith(message);
    }
}
