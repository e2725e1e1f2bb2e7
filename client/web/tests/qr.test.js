// The QR code of an address, against one that another program has made (the package qrcode 8 of Python, version 2, level L, mask 7).

import assert from "node:assert/strict";
import { test } from "node:test";

import { pathOf, qrOf } from "../qr.js";

const KNOWN = `1111111001001001101111111
1000001010011011101000001
1011101011111001101011101
1011101001110000101011101
1011101010000101001011101
1000001011010001101000001
1111111010101010101111111
0000000011001000000000000
1101001100101100001110110
0011110110110110001100001
0101001101101110001010011
1001110000010110101100000
1010001010000111101101011
0111100011100010111001101
1000011000110000100100101
0111000101010100011101010
1111111011000010111111100
0000000010101010100011101
1111111010100101101010011
1000001000101011100011101
1011101000110010111110010
1011101011111001110010100
1011101001000011110111101
1000001010011101100001000
1111111011000110101100011`;

test("the code of an address is the one that another program makes", () => {
  const code = qrOf("http://192.0.2.7:4600/K7WQ2");
  assert.equal(code?.map((row) => row.map(Number).join("")).join("\n"), KNOWN);
});

test("a longer address has a larger code, and one that is too long has none", () => {
  assert.deepEqual([17, 18, 32, 33, 53, 78, 106].map((it) => qrOf("x".repeat(it))?.length), [21, 25, 25, 29, 29, 33, 37]);
  assert.equal(qrOf("x".repeat(107)), null);
  assert.equal(qrOf("é".repeat(53))?.length, 37, "bytes count, not letters");
});

test("each dark field is a square of the path", () => {
  assert.equal(pathOf([[true, false], [false, true]]), "M0 0h1v1h-1zM1 1h1v1h-1z");
});
