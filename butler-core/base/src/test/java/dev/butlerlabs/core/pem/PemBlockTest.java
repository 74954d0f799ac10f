package dev.butlerlabs.core.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemBlockTest {
    private static final PemBlock FIRST = new PemBlock("CERTIFICATE", new byte[] {1, 2, 3});
    private static final PemBlock SECOND = new PemBlock("EC PRIVATE KEY", new byte[] {4, 5});

    @Property(tries = 200)
    void readsWhatItWrites(@ForAll @Size(max = 300) byte[] content) throws PemFormatException {
        PemBlock read = PemBlock.parseFirst(new PemBlock("CERTIFICATE", content).text());

        assertThat(read.label()).isEqualTo("CERTIFICATE");
        assertThat(read.content()).isEqualTo(content);
    }

    @Test
    void writesLinesOf64Characters() {
        assertThat(new PemBlock("CERTIFICATE", new byte[60]).text().lines())
                .containsExactly(
                        "-----BEGIN CERTIFICATE-----", "A".repeat(64), "A".repeat(16), "-----END CERTIFICATE-----");
    }

    @Test
    void ignoresTextBetweenBlocksAndAcceptsForeignLineBreaks() throws PemFormatException {
        String text = ("subject=CN = demo\n" + FIRST.text() + "\n# the key\n" + SECOND.text()).replace("\n", "\r\n");

        assertThat(PemBlock.parseAll(text))
                .extracting(PemBlock::label)
                .containsExactly("CERTIFICATE", "EC PRIVATE KEY");
        assertThat(PemBlock.parseFirst(text).content()).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN CERTIFICATE-----\nAQID\n",
                "-----BEGIN CERTIFICATE-----\nAQI\n-----END PRIVATE KEY-----\n",
                "-----BEGIN CERTIFICATE-----\nAQIDA\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----\nAQ=ID\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----\nAQ!D\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----AQID-----END CERTIFICATE-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAQID\n-----END RSA PRIVATE KEY-----\n",
                "-----BEGIN -----\n-----END -----\n"
            })
    void rejectsDamagedBlocks(String text) {
        assertThatThrownBy(() -> PemBlock.parseFirst(text)).hasMessage("is a truncated or damaged PEM block");
        assertThatThrownBy(() -> PemBlock.parseAll(FIRST.text() + text))
                .isInstanceOf(PemFormatException.class)
                .hasMessage("is a truncated or damaged PEM block");
    }

    @Test
    void theFirstBlockCanBeReadBeforeADamagedOne() throws PemFormatException {
        assertThat(PemBlock.parseFirst(FIRST.text() + "-----BEGIN CERT").label())
                .isEqualTo("CERTIFICATE");
    }

    @Test
    void distinguishesEmptyTextFromOtherFormats() {
        assertThatThrownBy(() -> PemBlock.parseAll(" \n")).hasMessage("is empty");
        assertThatThrownBy(() -> PemBlock.parseFirst("0\u0082")).hasMessage("is not PEM");
    }

    @Test
    void keepsItsContentToItself() {
        byte[] content = {7};
        PemBlock block = new PemBlock("PRIVATE KEY", content);
        content[0] = 0;
        block.content()[0] = 0;

        assertThat(block.content()).containsExactly(7);
        assertThat(block).hasToString("PemBlock[PRIVATE KEY]");
    }
}
