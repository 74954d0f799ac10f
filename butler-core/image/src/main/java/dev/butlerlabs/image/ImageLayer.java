package dev.butlerlabs.image;

import java.util.List;

/** A named layer of an image. The order of the files does not matter. */
record ImageLayer(String name, List<ImageFile> files) {
    ImageLayer {
        files = List.copyOf(files);
    }
}
