// Numbers of the page's data: packed arrays, and how numbers are shown.

function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
}

/// Whole numbers from -1 on.
function wholeNumbers(packed) {
    const bytes = bytesOf(packed.b);
    const numbers = new Int32Array(bytes.length / packed.u);
    for (let i = 0; i < numbers.length; ++i) {
        let value = 0;
        for (let byte = packed.u - 1; byte >= 0; --byte) value = value * 256 + bytes[i * packed.u + byte];
        numbers[i] = value - 1;
    }
    return numbers;
}

function sixteenBits(base64) {
    const bytes = bytesOf(base64);
    const numbers = new Uint16Array(bytes.length / 2);
    for (let i = 0; i < numbers.length; ++i) numbers[i] = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    return numbers;
}

/// Weights of edges, stored by their logarithm.
function weightsOf(packed, count) {
    if ("same" in packed) return new Float32Array(count).fill(packed.same);
    const span = Math.log(packed.high / packed.low);
    return Float32Array.from(sixteenBits(packed.b), (share) => packed.low * Math.exp((share / 65535) * span));
}

/// Whole numbers with thousands, others with up to `digits` significant digits.
function shown(value, digits = 4) {
    if (value == null || !Number.isFinite(value)) return "–";
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en");
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) return Number(value.toPrecision(digits)).toExponential().replace("e+", "e");
    if (size >= 1000) return value.toLocaleString("en", { maximumFractionDigits: 1 });
    return String(Number(value.toPrecision(digits)));
}

/// "1 edge", "1,727 edges".
function counted(number, thing) {
    return `${shown(number)} ${thing}${number === 1 ? "" : "s"}`;
}

function percentage(part, whole) {
    return whole > 0 ? `${Number(((100 * part) / whole).toPrecision(3))} %` : "–";
}
