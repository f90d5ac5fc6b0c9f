// SPDX-License-Identifier: MIT
// Fills outlines with Anti-Grain Geometry, for Benchmarks/ink.py: one request a line. The arguments are pairs of an
// input's name and the file of its vertices, x and y in pixels.
//
//   time agg INPUT COUNT   answers the nanoseconds of each of COUNT runs, to clear and to fill
//   file agg INPUT PATH    writes the alpha of each pixel, and answers "done"
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_scanline.h>
#include <agg_scanline_u.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {
const int width = 1800, height = 600;

std::vector<double> numbers(const char *path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<double> all(file.tellg() / sizeof(double));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(all.data()), all.size() * sizeof(double));
    return all;
}

class Filler {
public:
    Filler() : bytes(width * height * 4), buffer(bytes.data(), width, height, width * 4), format(buffer), base(format), solid(base) {
        rasterizer.filling_rule(agg::fill_non_zero);
        solid.color(agg::rgba(0.08, 0.13, 0.24, 1));
    }

    void fill(const std::vector<double> &vertices) {
        base.clear(agg::rgba(0, 0, 0, 0));
        rasterizer.reset();
        rasterizer.move_to_d(vertices[0], vertices[1]);
        for (size_t i = 2; i < vertices.size(); i += 2) rasterizer.line_to_d(vertices[i], vertices[i + 1]);
        agg::render_scanlines(rasterizer, line, solid);
    }

    std::vector<agg::int8u> bytes;

private:
    agg::rendering_buffer buffer;
    agg::pixfmt_rgba32 format;
    agg::renderer_base<agg::pixfmt_rgba32> base;
    agg::renderer_scanline_aa_solid<agg::renderer_base<agg::pixfmt_rgba32>> solid;
    agg::rasterizer_scanline_aa<> rasterizer;
    agg::scanline_u8 line;
};
}

int main(int count, char **arguments) {
    std::map<std::string, std::vector<double>> inputs;
    for (int i = 1; i + 1 < count; i += 2) inputs[arguments[i]] = numbers(arguments[i + 1]);
    Filler filler;
    std::string verb, engine, input, last;
    while (std::cin >> verb >> engine >> input >> last) {
        if (inputs.count(input) == 0) return 64;
        if (verb == "time") {
            for (int i = std::stoi(last); i > 0; i--) {
                auto begin = std::chrono::steady_clock::now();
                filler.fill(inputs[input]);
                auto end = std::chrono::steady_clock::now();
                std::cout << std::chrono::nanoseconds(end - begin).count() << (i > 1 ? " " : "");
            }
            std::cout << std::endl;
        } else {
            filler.fill(inputs[input]);
            std::ofstream file(last, std::ios::binary);
            for (size_t i = 3; i < filler.bytes.size(); i += 4) file.put(static_cast<char>(filler.bytes[i]));
            file.close();
            std::cout << "done" << std::endl;
        }
    }
}
