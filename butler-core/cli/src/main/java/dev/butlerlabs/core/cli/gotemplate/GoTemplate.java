package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.output.DocumentTemplate;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.List;

/** A Go template as {@code kubectl -o go-template=} accepts it, without {@code define}, {@code template} and {@code block}. Immutable. */
public final class GoTemplate implements DocumentTemplate {
    private final String template;
    private final List<TemplateNode> nodes;

    private GoTemplate(String template, List<TemplateNode> nodes) {
        this.template = template;
        this.nodes = List.copyOf(nodes);
    }

    /**
     * Parses a template.
     *
     * @throws TemplateException with the position and the reason
     */
    public static GoTemplate parse(String template) {
        return new GoTemplate(template, new TemplateParser(template).parse());
    }

    @Override
    public String format(Object document) {
        return new TemplateRun(template, document).run(nodes);
    }
}
