// A drawing context that writes SVG: what draws on a canvas gives a file of vectors too.

/// Stands in for Path2D while a drawing is recorded.
class SvgPath {
    constructor(other) {
        this.d = other instanceof SvgPath ? other.d : "";
    }
    moveTo(x, y) {
        this.d += `M${short(x)} ${short(y)}`;
    }
    lineTo(x, y) {
        this.d += `L${short(x)} ${short(y)}`;
    }
    closePath() {
        this.d += "Z";
    }
    rect(x, y, w, h) {
        this.d += `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}Z`;
    }
    roundRect(x, y, w, h) {
        this.rect(x, y, w, h);
    }
    bezierCurveTo(a, b, c, d, x, y) {
        this.d += `C${[a, b, c, d, x, y].map(short).join(" ")}`;
    }
    quadraticCurveTo(a, b, x, y) {
        this.d += `Q${[a, b, x, y].map(short).join(" ")}`;
    }
    addPath(other) {
        this.d += other.d;
    }
    arc(x, y, r, from, to) {
        const point = (angle) => `${short(x + r * Math.cos(angle))} ${short(y + r * Math.sin(angle))}`;
        const start = (this.d === "" || this.d.endsWith("Z") ? "M" : "L") + point(from);
        if (Math.abs(to - from) < 6.28) {
            this.d += `${start}A${short(r)} ${short(r)} 0 ${Math.abs(to - from) > Math.PI ? 1 : 0} 1 ${point(to)}`;
            return;
        }
        this.d += `M${point(from)}A${short(r)} ${short(r)} 0 1 1 ${point(from + Math.PI)}A${short(r)} ${short(r)} 0 1 1 ${point(from)}Z`;
    }
}

function short(number) {
    return String(Math.round(number * 100) / 100);
}

function markup(text) {
    return String(text).replace(/[<>&"]/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[c]);
}

const measuring = document.createElement("canvas").getContext("2d");

class SvgContext {
    constructor(canvas) {
        this.canvas = canvas;
        this.parts = [];
        this.clips = 0;
        this.saved = [];
        this.state = {
            fillStyle: "#000",
            strokeStyle: "#000",
            lineWidth: 1,
            globalAlpha: 1,
            font: "12px sans-serif",
            textAlign: "start",
            textBaseline: "alphabetic",
            lineCap: "butt",
            lineJoin: "miter",
            dash: [],
            matrix: [1, 0, 0, 1, 0, 0],
            clip: "",
        };
        for (const name of Object.keys(this.state)) {
            if (name === "dash" || name === "matrix" || name === "clip") continue;
            Object.defineProperty(this, name, {
                get: () => this.state[name],
                set: (value) => {
                    this.state[name] = value;
                },
            });
        }
        this.path = new SvgPath();
    }
    save() {
        this.saved.push({ ...this.state });
    }
    restore() {
        if (this.saved.length) this.state = this.saved.pop();
    }
    setLineDash(dash) {
        this.state.dash = dash;
    }
    transform(a, b, c, d, e, f) {
        const m = this.state.matrix;
        this.state.matrix = [
            m[0] * a + m[2] * b,
            m[1] * a + m[3] * b,
            m[0] * c + m[2] * d,
            m[1] * c + m[3] * d,
            m[0] * e + m[2] * f + m[4],
            m[1] * e + m[3] * f + m[5],
        ];
    }
    setTransform(...m) {
        this.state.matrix = m.length === 6 ? m : [1, 0, 0, 1, 0, 0];
    }
    translate(x, y) {
        this.transform(1, 0, 0, 1, x, y);
    }
    scale(x, y) {
        this.transform(x, 0, 0, y, 0, 0);
    }
    rotate(angle) {
        this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0);
    }
    beginPath() {
        this.path = new SvgPath();
    }
    moveTo(...at) {
        this.path.moveTo(...at);
    }
    lineTo(...at) {
        this.path.lineTo(...at);
    }
    closePath() {
        this.path.closePath();
    }
    rect(...at) {
        this.path.rect(...at);
    }
    arc(...at) {
        this.path.arc(...at);
    }
    clearRect() {}
    drawImage() {}
    measureText(text) {
        measuring.font = this.state.font;
        return measuring.measureText(text);
    }
    moved() {
        const { matrix } = this.state;
        return matrix.join() === "1,0,0,1,0,0"
            ? ""
            : ` transform="matrix(${matrix.map((value) => +value.toFixed(5)).join(" ")})"`;
    }
    /// Attributes that all elements share.
    placed() {
        return this.moved() + (this.state.globalAlpha < 1 ? ` opacity="${short(this.state.globalAlpha)}"` : "");
    }
    /// A clip has its own coordinates, so it is set on a group around the element, which may have others.
    add(element) {
        this.parts.push(this.state.clip ? `<g clip-path="url(#${this.state.clip})">${element}</g>` : element);
    }
    fill(path) {
        const { d } = path instanceof SvgPath ? path : this.path;
        if (d) this.add(`<path d="${d}" fill="${markup(this.state.fillStyle)}"${this.placed()}/>`);
    }
    stroke(path) {
        const { d } = path instanceof SvgPath ? path : this.path;
        const { strokeStyle, lineWidth, dash, lineCap, lineJoin } = this.state;
        if (!d || !(lineWidth > 0)) return;
        this.add(
            `<path d="${d}" fill="none" stroke="${markup(strokeStyle)}" stroke-width="${short(lineWidth)}"` +
                (dash.length ? ` stroke-dasharray="${dash.map(short).join(" ")}"` : "") +
                ` stroke-linecap="${lineCap}" stroke-linejoin="${lineJoin}"${this.placed()}/>`,
        );
    }
    clip(path) {
        const { d } = path instanceof SvgPath ? path : this.path;
        const name = `clip${++this.clips}`;
        this.parts.push(`<clipPath id="${name}"><path d="${d}"${this.moved()}/></clipPath>`);
        this.state.clip = name;
    }
    fillRect(x, y, w, h) {
        this.add(
            `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${markup(this.state.fillStyle)}"${this.placed()}/>`,
        );
    }
    strokeRect(x, y, w, h) {
        const path = new SvgPath();
        path.rect(x, y, w, h);
        this.stroke(path);
    }
    fillText(text, x, y) {
        const anchor = { center: "middle", right: "end", end: "end" }[this.state.textAlign] ?? "start";
        const shift = { top: ".8em", middle: ".35em", bottom: "-.2em" }[this.state.textBaseline] ?? "0";
        this.add(
            `<text x="${short(x)}" y="${short(y)}" dy="${shift}" text-anchor="${anchor}" style="font:${markup(this.state.font)}" fill="${markup(this.state.fillStyle)}"${this.placed()}>${markup(text)}</text>`,
        );
    }
    /// The drawing on its canvas of so many pixels, shown `width` wide.
    svg(width) {
        const { width: wide, height: high } = this.canvas;
        return (
            `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${short((width * high) / wide)}" viewBox="0 0 ${wide} ${high}">\n` +
            `<rect width="100%" height="100%" fill="${color("card")}"/>\n${this.parts.join("\n")}\n</svg>\n`
        );
    }
}
