package dev.butlerlabs.adm.example;

import java.util.Iterator;

/** Completion candidates: the names of the examples. */
public final class ExampleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return ExampleFile.names().iterator();
    }
}
