// Draws one level of a graph with any context: edges by weight, kept nodes as discs, dropped ones as hollow diamonds.

/// Edges are divided into classes by weight relative to the strongest; the ink of each, from weak to strong.
const edgeInk = [0.16, 0.26, 0.42, 0.62, 0.84, 1];

function inkClass(weight, strongest) {
    const share = strongest > 0 ? weight / strongest : 1;
    return share >= 0.6 ? 5 : share >= 0.3 ? 4 : share >= 0.12 ? 3 : share >= 0.04 ? 2 : share >= 0.01 ? 1 : 0;
}

/// Where places of the model lie on the canvas: scale and shift in pixels.
function nodeRadius(level, camera) {
    const room = (camera.width * camera.height) / Math.max(1, level.nodes.length);
    const zoom = Math.sqrt(camera.scale / camera.fit);
    return Math.max(0.7 * camera.ratio, Math.min(7 * camera.ratio, 0.19 * Math.sqrt(room) * zoom));
}

function edgeColors(level, colors) {
    if (level.clusters)
        return (a, b) => (level.clusters[a] >= 0 && level.clusters[a] === level.clusters[b] ? colors.kept : colors.edge);
    if (level.kept && level.kept.includes(0))
        return (a, b) => (level.kept[a] !== level.kept[b] ? colors.edge : level.kept[a] ? colors.kept : colors.dropped);
    return () => colors.edge;
}

function graphColors() {
    return { kept: color("kept"), dropped: color("dropped"), edge: color("edge"), paper: color("card") };
}

/// The share of the canvas that the edges would cover: the more, the fainter all are.
function coverOf(level, first, camera) {
    const strongest = level.weight.length ? level.weight[level.weight.length - 1] : 0;
    let ink = 0;
    for (let e = first; e < level.a.length; ++e) {
        const [a, b] = [level.a[e], level.b[e]];
        ink += edgeInk[inkClass(level.weight[e], strongest)] * Math.hypot(level.x[a] - level.x[b], level.y[a] - level.y[b]);
    }
    return (1.5 * camera.ratio * ink * camera.fit) / (camera.width * camera.height) + 1e-9;
}

/// A generator, so that long drawings can pause: yields after every few hundred strokes.
function* drawGraph(ctx, level, first, camera, colors) {
    const { scale, left, top, ratio } = camera;
    const radius = nodeRadius(level, camera);
    const strongest = level.weight.length ? level.weight[level.weight.length - 1] : 0;
    const colorOf = edgeColors(level, colors);
    const faint = Math.max(0.18, Math.min(1, 0.22 / coverOf(level, first, camera)));
    ctx.lineCap = "round";
    let open = "";
    let pending = 0;
    const flush = () => {
        if (pending) ctx.stroke();
        pending = 0;
    };
    for (let e = first; e < level.a.length; ++e) {
        const [a, b] = [level.a[e], level.b[e]];
        const x = level.x[a] * scale + left;
        const y = level.y[a] * scale + top;
        const u = level.x[b] * scale + left;
        const v = level.y[b] * scale + top;
        if (Math.max(x, u) < 0 || Math.min(x, u) > camera.width || Math.max(y, v) < 0 || Math.min(y, v) > camera.height) continue;
        const ink = inkClass(level.weight[e], strongest);
        const shade = colorOf(a, b);
        if (open !== shade + ink || pending >= 400) {
            flush();
            if (pending === 0 && open === shade + ink) yield;
            open = shade + ink;
            ctx.beginPath();
            ctx.strokeStyle = shade;
            ctx.globalAlpha = edgeInk[ink] * faint;
            ctx.lineWidth =
                ratio * Math.max(0.5, Math.min(1.8, (0.5 + 0.25 * ink) * Math.max(0.6, Math.min(1.2, radius / (3 * ratio)))));
            yield;
        }
        ctx.moveTo(x, y);
        ctx.lineTo(u, v);
        ++pending;
    }
    flush();
    ctx.globalAlpha = 1;
    yield* drawNodes(ctx, level, camera, colors, radius);
}

function* drawNodes(ctx, level, camera, colors, radius) {
    const { scale, left, top, ratio } = camera;
    for (const role of level.kept ? [0, 1] : [2]) {
        ctx.fillStyle = role === 1 ? colors.kept : role === 0 ? colors.paper : colors.edge;
        ctx.strokeStyle = role === 0 ? colors.dropped : colors.paper;
        ctx.lineWidth = role === 0 ? Math.max(0.9 * ratio, radius * 0.34) : Math.min(ratio, radius * 0.25);
        for (let i = 0, drawn = 0; i < level.nodes.length; ++i) {
            if (role !== 2 && level.kept[i] !== role) continue;
            const x = level.x[i] * scale + left;
            const y = level.y[i] * scale + top;
            if (x < -9 || y < -9 || x > camera.width + 9 || y > camera.height + 9) continue;
            ctx.beginPath();
            if (role === 0) {
                const r = radius * 1.1;
                ctx.moveTo(x, y - r);
                ctx.lineTo(x + r, y);
                ctx.lineTo(x, y + r);
                ctx.lineTo(x - r, y);
                ctx.closePath();
            } else {
                ctx.arc(x, y, radius, 0, 2 * Math.PI);
            }
            ctx.fill();
            if (radius > 1.6 * ratio || role === 0) ctx.stroke();
            if (++drawn % 300 === 0) yield;
        }
    }
}

/// A node with its edges and neighbours, above the drawing.
function drawHighlight(ctx, level, first, node, camera) {
    const { scale, left, top, ratio } = camera;
    const radius = nodeRadius(level, camera);
    const at = (i) => [level.x[i] * scale + left, level.y[i] * scale + top];
    const { start, list } = level.incidence;
    ctx.strokeStyle = color("ink");
    ctx.lineWidth = 1.6 * ratio;
    ctx.beginPath();
    for (let k = start[node]; k < start[node + 1]; ++k) {
        if (list[k] < first) continue;
        ctx.moveTo(...at(level.a[list[k]]));
        ctx.lineTo(...at(level.b[list[k]]));
    }
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(...at(node), radius + 3 * ratio, 0, 2 * Math.PI);
    ctx.stroke();
}
