package dev.butlerlabs.core.embedded.protobuf;

import java.io.IOException;

/** The envelope of a protobuf body, which contains the type of the encoded object. */
record ProtobufEnvelope(String apiVersion, String kind, WireReader raw) {

    static ProtobufEnvelope read(WireReader reader) throws IOException {
        String apiVersion = "";
        String kind = "";
        WireReader raw = new WireReader(new byte[0], 0, 0);
        while (reader.hasMore()) {
            int tag = reader.tag();
            switch (WireReader.number(tag)) {
                case 1 -> {
                    WireReader type = reader.part();
                    while (type.hasMore()) {
                        int field = type.tag();
                        switch (WireReader.number(field)) {
                            case 1 -> apiVersion = type.text();
                            case 2 -> kind = type.text();
                            default -> type.skip(field);
                        }
                    }
                }
                case 2 -> raw = reader.part();
                default -> reader.skip(tag);
            }
        }
        return new ProtobufEnvelope(apiVersion, kind, raw);
    }
}
