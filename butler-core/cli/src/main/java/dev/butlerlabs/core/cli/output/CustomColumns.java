package dev.butlerlabs.core.cli.output;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table with columns chosen by the user, as {@code kubectl -o custom-columns=} prints it. Immutable. */
public final class CustomColumns implements DocumentTemplate {
    private static final int NARROWEST = 6;
    private static final int GAP = 3;

    private final List<Column> columns;
    private final boolean headers;

    private CustomColumns(List<Column> columns, boolean headers) {
        this.columns = List.copyOf(columns);
        this.headers = headers;
    }

    private record Column(String header, JsonPathTemplate field) {}

    /**
     * Parses columns such as {@code NAME:.metadata.name,PHASE:.status.phase}.
     *
     * @throws TemplateException with the column and the reason
     */
    public static CustomColumns parse(String text) {
        List<Column> columns = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int colon = part.indexOf(':');
            if (colon < 0) {
                throw new TemplateException("column \"%s\" is not HEADER:EXPRESSION".formatted(part));
            }
            columns.add(column(part.substring(0, colon), part.substring(colon + 1)));
        }
        return new CustomColumns(columns, true);
    }

    /**
     * Parses a file with the headers in its first line and the expressions in the second.
     *
     * @throws TemplateException with the column and the reason
     */
    public static CustomColumns parseFile(String text) {
        List<List<String>> lines = text.lines()
                .limit(2)
                .map(line -> Arrays.stream(line.strip().split("\\s+"))
                        .filter(word -> !word.isEmpty())
                        .toList())
                .toList();
        if (lines.size() < 2) {
            throw new TemplateException("the file needs a line with headers and a line with expressions");
        }
        if (lines.getFirst().size() != lines.getLast().size()) {
            throw new TemplateException("the file has %d headers, but %d expressions"
                    .formatted(lines.getFirst().size(), lines.getLast().size()));
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < lines.getFirst().size(); i++) {
            columns.add(column(lines.getFirst().get(i), lines.getLast().get(i)));
        }
        return new CustomColumns(columns, true);
    }

    private static Column column(String header, String field) {
        try {
            return new Column(header, JsonPathTemplate.parseExpression(field));
        } catch (TemplateException e) {
            throw new TemplateException("column %s: %s".formatted(header, e.getMessage()));
        }
    }

    @Override
    public DocumentTemplate withoutHeaders() {
        return new CustomColumns(columns, false);
    }

    @Override
    public String format(Object document) {
        List<List<String>> rows = new ArrayList<>();
        if (headers) {
            rows.add(columns.stream().map(Column::header).toList());
        }
        if (document instanceof Map<?, ?> map && map.get("items") instanceof List<?> items) {
            items.forEach(item -> rows.add(row(item)));
        } else {
            rows.add(row(document));
        }
        return lines(rows);
    }

    private List<String> row(Object object) {
        return columns.stream().map(column -> cell(column, object)).toList();
    }

    private static String cell(Column column, Object object) {
        List<Object> values = column.field().select(object);
        return values.isEmpty()
                ? "<none>"
                : AnsiText.plain(values.stream().map(GoValueText::of).collect(Collectors.joining(",")));
    }

    private String lines(List<List<String>> rows) {
        int[] widths = new int[columns.size()];
        Arrays.fill(widths, NARROWEST - GAP);
        widths = TextTable.widths(rows, widths);
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                text.append(row.get(i));
                if (i < row.size() - 1) {
                    text.repeat(' ', widths[i] + GAP - DisplayWidth.of(row.get(i)));
                }
            }
            text.append('\n');
        }
        return text.toString();
    }
}
