package dev.butlerlabs.adm.bootstrap;

import java.awt.image.BufferedImage;

/** A picture reduced to the average color of its blocks. */
record PageThumbnail(BufferedImage image) {
    private static final int BLOCK = 10;
    private static final int VISIBLE = 20;

    static PageThumbnail of(BufferedImage picture) {
        int width = picture.getWidth() / BLOCK;
        int height = picture.getHeight() / BLOCK;
        BufferedImage reduced = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                reduced.setRGB(x, y, average(picture, x * BLOCK, y * BLOCK));
            }
        }
        return new PageThumbnail(reduced);
    }

    private static int average(BufferedImage picture, int left, int top) {
        int[] sums = new int[3];
        for (int y = top; y < top + BLOCK; y++) {
            for (int x = left; x < left + BLOCK; x++) {
                int color = picture.getRGB(x, y);
                for (int i = 0; i < 3; i++) {
                    sums[i] += color >> (8 * i) & 0xFF;
                }
            }
        }
        int count = BLOCK * BLOCK;
        return ((sums[2] / count) << 16) | ((sums[1] / count) << 8) | (sums[0] / count);
    }

    /** Returns the part of the blocks that differ visibly from those of another picture, from 0 to 1. */
    double difference(PageThumbnail other) {
        if (image.getWidth() != other.image.getWidth() || image.getHeight() != other.image.getHeight()) {
            return 1;
        }
        long different = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                different += distance(image.getRGB(x, y), other.image.getRGB(x, y)) > VISIBLE ? 1 : 0;
            }
        }
        return different / ((double) image.getWidth() * image.getHeight());
    }

    private static int distance(int one, int two) {
        int most = 0;
        for (int i = 0; i < 3; i++) {
            most = Math.max(most, Math.abs((one >> (8 * i) & 0xFF) - (two >> (8 * i) & 0xFF)));
        }
        return most;
    }
}
