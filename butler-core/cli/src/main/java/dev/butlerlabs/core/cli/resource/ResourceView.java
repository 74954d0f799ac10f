package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.RowStream;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.PagedList;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.kube.fields.FieldLister;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Lists, shows or watches objects of one type as the options of a command request. Use one instance for one command. */
public final class ResourceView<T extends HasMetadata> {
    private final CommandContext session;
    private final CommonOptions common;
    private final OutputOptions output;
    private final ResourceViewOptions options;
    private final KubernetesClient client;
    private final ResourceKind<T> kind;

    public ResourceView(
            CommandContext session,
            CommonOptions common,
            OutputOptions output,
            ResourceViewOptions options,
            KubernetesClient client,
            ResourceKind<T> kind) {
        this.session = session;
        this.common = common;
        this.output = output;
        this.options = options;
        this.client = client;
        this.kind = kind;
    }

    /**
     * Lists objects, and watches them if requested.
     *
     * @param namespace empty for all namespaces, and for resources without one
     */
    public void list(Optional<String> namespace) {
        Optional<FieldTable<?>> fields = kind.fields().filter(_ -> needsOnlyCells());
        if (fields.isEmpty() || !listCells(namespace, fields.get())) {
            list(namespace, _ -> true);
        }
    }

    /** Returns whether the list is a table of its usual columns in its usual order. */
    private boolean needsOnlyCells() {
        return (output.format() == OutputFormat.TABLE || output.format() == OutputFormat.WIDE)
                && !options.isWatch()
                && !options.showsLabels()
                && options.sortBy().isEmpty();
    }

    /** Lists without decoding whole objects. Returns false if they have to be decoded. */
    private <R> boolean listCells(Optional<String> namespace, FieldTable<R> fields) {
        Optional<List<R>> rows = request(
                "listing " + kind.kinds(),
                () -> new FieldLister(client)
                        .list(kind.type(), namespace, selection(Optional.empty()), fields.fields(), fields.row()));
        rows.ifPresent(found -> {
            printer()
                    .list(
                            withNamespace(
                                    namespace.isEmpty(),
                                    fields.table().apply(session.clock().instant()),
                                    fields.namespace()),
                            found);
            reportEmpty(namespace, found);
        });
        return rows.isPresent();
    }

    /** Lists the objects that match a condition. */
    public void list(Optional<String> namespace, Predicate<T> condition) {
        if (options.isWatch()) {
            watch(namespace, selection(Optional.empty()), condition);
            return;
        }
        DecodedList<T> listed = DecodedList.of(request(
                        "listing " + kind.kinds(),
                        () -> PagedList.read(objects(namespace)::list, selection(Optional.empty())))
                .items());
        List<T> found = listed.warning(session.messages()::print).stream()
                .filter(condition)
                .toList();
        printer().list(sorted(namespace.isEmpty(), found), found);
        if (listed.undecodable().isEmpty()) {
            reportEmpty(namespace, found);
        }
    }

    private void reportEmpty(Optional<String> namespace, List<?> found) {
        if (found.isEmpty() && !common.isQuiet()) {
            session.messages().print(empty(namespace));
        }
    }

    /**
     * Shows the named objects, or lists all if no name is given. Shows those that exist even if others do not.
     *
     * @param reader returns the object with a name, or throws
     * @throws ButlerException if an object cannot be read
     */
    public void get(Optional<String> namespace, List<String> names, Function<String, T> reader) {
        if (names.isEmpty()) {
            list(namespace);
            return;
        }
        requireNoSelectors();
        ReadObjects<T> read = ReadObjects.of(names, reader);
        if (options.isWatch()) {
            read.requireAll();
            watchNamed(namespace, read.found());
            return;
        }
        if (names.size() == 1) {
            read.found().forEach(object -> printer().one(layout(false), object));
        } else if (!read.found().isEmpty()) {
            printer().list(sorted(false, read.found()), read.found());
        }
        read.requireAll();
    }

    private void watchNamed(Optional<String> namespace, List<T> objects) {
        Set<String> names =
                objects.stream().map(object -> object.getMetadata().getName()).collect(Collectors.toSet());
        watch(
                namespace,
                selection(
                        objects.size() == 1
                                ? Optional.of(objects.getFirst().getMetadata().getName())
                                : Optional.empty()),
                object -> names.contains(object.getMetadata().getName()));
    }

    private void requireNoSelectors() {
        if (options.selector().isPresent() || options.fieldSelector().isPresent()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "Names cannot be combined with --selector or --field-selector.",
                    "Give either names or selectors.");
        }
    }

    private void watch(Optional<String> namespace, ListOptions selection, Predicate<T> condition) {
        RowStream<T> rows = printer().stream(() -> layout(namespace.isEmpty()));
        ApiWatchSource<T> source = new ApiWatchSource<>(
                objects(namespace), selection, kind.kinds(), this::request, seen -> decoded(seen, condition));
        new WatchLoop<>(source, rows::print, session.terminal()::isReaderGone).run();
    }

    private List<T> decoded(List<T> seen, Predicate<T> condition) {
        seen.forEach(object -> UndecodableObject.of(object)
                .ifPresent(problem -> session.messages().print("warning: " + problem)));
        return seen.stream()
                .filter(object -> UndecodableObject.of(object).isEmpty())
                .filter(condition)
                .toList();
    }

    private FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> objects(Optional<String> namespace) {
        var all = LenientDecoder.withoutManagedFields(client).resources(kind.type());
        return namespace.isPresent() ? all.inNamespace(namespace.get()) : all.inAnyNamespace();
    }

    private ListOptions selection(Optional<String> name) {
        return new ListOptionsBuilder()
                .withLabelSelector(options.selector().orElse(null))
                .withFieldSelector(name.map("metadata.name="::concat)
                        .or(options::fieldSelector)
                        .orElse(null))
                .build();
    }

    private <R> R request(String doing, Supplier<R> call) {
        String selected = options.selector()
                .or(options::fieldSelector)
                .map(" with selector \"%s\""::formatted)
                .orElse("");
        return KubeErrorMapper.askingForKind(client, kind.kinds(), doing + selected, call);
    }

    private OutputPrinter printer() {
        return output.printer(session, common);
    }

    private TableLayout<T> sorted(boolean allNamespaces, List<T> rows) {
        TableLayout<T> layout = layout(allNamespaces);
        return options.sortBy()
                .map(field -> ResourceSorter.sorted(layout, rows, field))
                .orElse(layout);
    }

    /** Returns the table with the requested additional columns. */
    private TableLayout<T> layout(boolean allNamespaces) {
        TableLayout<T> layout = withNamespace(
                allNamespaces,
                kind.table().apply(session.clock().instant()),
                object -> object.getMetadata().getNamespace());
        if (!options.showsLabels()) {
            return layout;
        }
        List<Column<T>> columns = new ArrayList<>(layout.columns());
        columns.add(Column.of("labels", ResourceView::labels));
        return layout.withColumns(columns);
    }

    /** Returns the table with the namespace as the first column if objects of several namespaces are listed. */
    private <R> TableLayout<R> withNamespace(
            boolean allNamespaces, TableLayout<R> layout, Function<R, String> namespace) {
        if (!allNamespaces || !kind.isNamespaced()) {
            return layout;
        }
        List<Column<R>> columns = new ArrayList<>(layout.columns());
        columns.removeIf(column -> column.header().equals("namespace"));
        columns.addFirst(Column.of("namespace", namespace));
        return layout.withColumns(columns);
    }

    private static String labels(HasMetadata object) {
        Map<String, String> labels =
                new TreeMap<>(Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of()));
        return labels.isEmpty()
                ? "<none>"
                : labels.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","));
    }

    private String empty(Optional<String> namespace) {
        StringBuilder text = new StringBuilder("No %s found".formatted(kind.noun()));
        if (kind.isNamespaced()) {
            text.append(namespace.map(" in namespace \"%s\""::formatted).orElse(" in any namespace"));
        }
        options.selector().ifPresent(selector -> text.append(" for --selector ").append(selector));
        options.fieldSelector()
                .ifPresent(selector -> text.append(" for --field-selector ").append(selector));
        boolean selects =
                options.selector().isPresent() || options.fieldSelector().isPresent();
        return text.append('.')
                .append(selects || kind.hint().isEmpty() ? "" : " " + kind.hint())
                .toString();
    }
}
