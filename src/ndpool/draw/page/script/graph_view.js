// A graph on a canvas that can be moved and zoomed. While it moves the last drawing moves with it; the new one is made in small
// pieces between frames, so that large graphs do not stutter.

const sliceMilliseconds = 9;

class GraphView {
    /// `shape` is height by width.
    constructor(stage, model, shape) {
        this.model = model;
        this.shape = shape;
        this.number = model.first;
        this.epsilon = model.epsilon;
        this.hovered = -1;
        this.box = document.createElement("div");
        this.box.className = "view";
        this.box.tabIndex = 0;
        this.box.setAttribute("role", "img");
        this.canvas = document.createElement("canvas");
        this.overlay = document.createElement("canvas");
        this.back = document.createElement("canvas");
        this.box.append(this.canvas, this.overlay);
        this.below = document.createElement("p");
        this.below.className = "below";
        stage.append(this.box, this.below);
        this.fitTo(stage.clientWidth);
        new ResizeObserver(() => {
            if (stage.clientWidth !== this.wide) this.fitTo(stage.clientWidth);
        }).observe(stage);
        onTheme(() => this.draw(true));
        this.moved = []; // listeners: views that move together
        addGraphGestures(this);
    }

    get level() {
        return this.model.level(this.number);
    }
    get firstEdge() {
        return this.model.firstEdge(this.number, this.epsilon);
    }

    fitTo(available) {
        const wide = Math.max(40, available); // nothing is available while the page is laid out
        this.wide = available;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const high = Math.round(Math.max(wide * 0.45, Math.min(wide * 0.95, wide * this.shape, 620)));
        this.box.style.height = `${high}px`;
        for (const canvas of [this.canvas, this.overlay, this.back])
            [canvas.width, canvas.height] = [Math.round(wide * ratio), Math.round(high * ratio)];
        const margin = 16 * ratio;
        const { width, height } = this.canvas;
        const fit = Math.min(
            (width - 2 * margin) / Math.max(1e-6, this.model.width),
            (height - 2 * margin) / Math.max(1e-6, this.model.height),
            4 * width,
        );
        this.home = {
            scale: fit,
            fit,
            ratio,
            width,
            height,
            left: (width - this.model.width * fit) / 2,
            top: (height - this.model.height * fit) / 2,
        };
        this.camera = { ...this.home };
        this.draw(true);
    }

    show(number, epsilon) {
        [this.number, this.epsilon] = [number, epsilon];
        this.hovered = -1;
        this.draw(true);
    }

    /// Zooms by a factor around a place of the canvas (pixels), or moves by some pixels.
    zoom(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
        const { camera } = this;
        const scale = Math.max(camera.fit * 0.5, Math.min(camera.fit * 200, camera.scale * factor));
        const by = scale / camera.scale;
        this.lookAt({ ...camera, scale, left: x - (x - camera.left) * by, top: y - (y - camera.top) * by });
    }
    move(dx, dy) {
        this.lookAt({ ...this.camera, left: this.camera.left + dx, top: this.camera.top + dy });
    }
    lookAt(camera, told = false) {
        this.camera = camera;
        this.draw(false);
        if (!told) for (const listener of this.moved) listener(camera);
    }

    /// Starts a new drawing; `fresh` if the old one shows something else.
    draw(fresh) {
        if (fresh) this.drawn = null;
        this.unfinished = true;
        this.restart = true;
        this.write();
        if (!this.waiting) this.waiting = requestAnimationFrame(() => this.frame());
    }

    frame() {
        this.waiting = 0;
        if (this.restart) {
            this.restart = false;
            const ctx = this.back.getContext("2d");
            ctx.clearRect(0, 0, this.back.width, this.back.height);
            this.target = this.camera;
            this.steps = drawGraph(ctx, this.level, this.firstEdge, this.camera, graphColors());
        }
        const until = performance.now() + sliceMilliseconds;
        while (this.unfinished && performance.now() < until) this.unfinished = !this.steps.next().done;
        this.paint();
        if (this.unfinished || this.restart) this.waiting = requestAnimationFrame(() => this.frame());
    }

    /// Puts the finished drawing on the canvas, or until then the one before, moved to where it would be now.
    paint() {
        const ctx = this.canvas.getContext("2d");
        const { width, height } = this.canvas;
        if (!this.unfinished) {
            ctx.clearRect(0, 0, width, height);
            ctx.drawImage(this.back, 0, 0);
            this.image ??= document.createElement("canvas");
            [this.image.width, this.image.height] = [width, height];
            this.image.getContext("2d").drawImage(this.back, 0, 0);
            this.drawn = this.target;
        } else if (this.drawn) {
            const by = this.camera.scale / this.drawn.scale;
            ctx.clearRect(0, 0, width, height);
            ctx.drawImage(
                this.image,
                this.camera.left - this.drawn.left * by,
                this.camera.top - this.drawn.top * by,
                width * by,
                height * by,
            );
        } else {
            ctx.clearRect(0, 0, width, height);
            ctx.drawImage(this.back, 0, 0);
        }
        this.highlight();
    }

    highlight() {
        const ctx = this.overlay.getContext("2d");
        ctx.clearRect(0, 0, this.overlay.width, this.overlay.height);
        if (this.hovered >= 0) drawHighlight(ctx, this.level, this.firstEdge, this.hovered, this.camera);
    }

    /// The node under a place of the canvas.
    nodeAt(x, y) {
        const { scale, left, top, ratio } = this.camera;
        const reach = Math.max(nodeRadius(this.level, this.camera) + 4 * ratio, 12 * ratio);
        return this.level.nearest((x - left) / scale, (y - top) / scale, reach / scale);
    }

    /// What the box beside the pointer says about a node.
    nodeLines(node) {
        const { level } = this;
        const { start, list } = level.incidence;
        let [degree, weight] = [0, 0];
        for (let k = start[node]; k < start[node + 1]; ++k) {
            if (list[k] >= this.firstEdge) {
                ++degree;
                weight += level.weight[list[k]];
            }
        }
        const lines = [
            `node ${this.model.nameOf(level, node)}`,
            ["transparent", `degree ${shown(degree)}, edge weight ${shown(weight)}`],
        ];
        if (level.kept) lines.push([color(level.kept[node] ? "kept" : "dropped"), level.kept[node] ? "kept" : "dropped"]);
        if (level.clusters && level.clusters[node] >= 0)
            lines.push([
                color("kept"),
                `joins node ${this.model.nameOf(this.model.level(this.number + 1), level.clusters[node])}`,
            ]);
        return lines;
    }

    /// The line below: "Level 1: 78 nodes, 40 kept, 36 of 1,727 edges (2.08 %)".
    write() {
        const { level } = this;
        const all = level.a.length;
        const edges = all - this.firstEdge;
        const left =
            edges === all ? counted(edges, "edge") : `${shown(edges)} of ${counted(all, "edge")} (${percentage(edges, all)})`;
        const parts = [counted(level.nodes.length, "node")];
        if (level.kept) parts.push(`${shown(level.kept.reduce((sum, one) => sum + one, 0))} kept`);
        parts.push(left);
        // Some titles give the counts already.
        const counts = /\bnodes?\b/.test(level.title) ? (edges === all ? [] : [`${left} shown`]) : [parts.join(", ")];
        const text = [[level.title, ...counts].filter(Boolean).join(": "), level.note].filter(Boolean).join(". ");
        this.below.textContent = text;
        this.box.setAttribute("aria-label", `${this.model.title}. ${text}`);
    }

    svg() {
        const recorder = new SvgContext(this.canvas);
        for (const step of drawGraph(recorder, this.level, this.firstEdge, this.camera, graphColors())) void step;
        return recorder.svg(this.canvas.width / this.camera.ratio);
    }
}
