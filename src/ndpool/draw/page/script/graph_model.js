// A graph and its levels as arrays, with what is looked up while it is shown: neighbours, and the node near a place.

class GraphLevel {
    constructor(data, x, y) {
        this.title = data.title;
        this.note = data.note ?? "";
        this.nodes = wholeNumbers(data.nodes);
        this.x = x ?? null;
        this.y = y ?? null;
        const a = wholeNumbers(data.a);
        const b = wholeNumbers(data.b);
        const weight = weightsOf(data.weights, a.length);
        // By weight, so that those above a threshold are the last ones, and strong edges are drawn above weak ones.
        const order = Uint32Array.from(a.keys()).sort((i, j) => weight[i] - weight[j]);
        this.a = Int32Array.from(order, (i) => a[i]);
        this.b = Int32Array.from(order, (i) => b[i]);
        this.weight = Float32Array.from(order, (i) => weight[i]);
        this.kept = data.kept ? wholeNumbers(data.kept) : null;
        this.clusters = data.clusters ? wholeNumbers(data.clusters) : null;
    }

    /// The first edge that is heavier than epsilon.
    firstAbove(epsilon) {
        let low = 0;
        let high = this.weight.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.weight[middle] > epsilon * (1 + 1e-4)) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /// Edges of each node: their indices are list[start[node]] up to list[start[node + 1] - 1].
    get incidence() {
        if (!this.incidence_) {
            const start = new Uint32Array(this.nodes.length + 1);
            for (const ends of [this.a, this.b]) for (const node of ends) ++start[node + 1];
            for (let i = 0; i < this.nodes.length; ++i) start[i + 1] += start[i];
            const next = start.slice();
            const list = new Uint32Array(2 * this.a.length);
            for (let e = 0; e < this.a.length; ++e) {
                list[next[this.a[e]]++] = e;
                list[next[this.b[e]]++] = e;
            }
            this.incidence_ = { start, list };
        }
        return this.incidence_;
    }

    /// Squares of the plane with the nodes in each, for quick search.
    get squares() {
        if (!this.squares_) {
            const side = Math.max(1, Math.ceil(Math.sqrt(this.nodes.length / 2)));
            const cells = new Map();
            for (let i = 0; i < this.nodes.length; ++i) {
                const key = Math.floor(this.y[i] * side) * (side + 1) + Math.floor(this.x[i] * side);
                if (cells.has(key)) cells.get(key).push(i);
                else cells.set(key, [i]);
            }
            this.squares_ = { side, cells };
        }
        return this.squares_;
    }

    /// The node nearest to a place, at most `reach` away; -1 if there is none.
    nearest(x, y, reach) {
        const { side, cells } = this.squares;
        let best = -1;
        let least = reach * reach;
        for (let row = Math.floor((y - reach) * side); row <= (y + reach) * side; ++row) {
            for (let column = Math.floor((x - reach) * side); column <= (x + reach) * side; ++column) {
                for (const i of cells.get(row * (side + 1) + column) ?? []) {
                    const away = (this.x[i] - x) ** 2 + (this.y[i] - y) ** 2;
                    if (away < least) [best, least] = [i, away];
                }
            }
        }
        return best;
    }
}

class GraphModel {
    constructor(data) {
        this.title = data.title;
        this.epsilons = data.epsilons;
        this.epsilon = data.epsilon;
        this.first = data.first;
        this.names = data.names ? wholeNumbers(data.names) : null;
        const packed = sixteenBits(data.positions);
        const at = (i, axis) => packed[2 * i + axis] / 65535;
        let right = 0;
        let top = 0;
        for (let i = 0; i < packed.length / 2; ++i) [right, top] = [Math.max(right, at(i, 0)), Math.max(top, at(i, 1))];
        this.width = right; // the longer of both is 1
        this.height = top;
        this.levels = [];
        for (const level of data.levels) {
            const made = new GraphLevel(level);
            const before = this.levels[this.levels.length - 1];
            made.x = Float32Array.from(made.nodes, (node) => at(node, 0));
            made.y = Float32Array.from(made.nodes, (node) => top - at(node, 1));
            if (before?.clusters) placeInTheMiddle(made, before);
            this.levels.push(made);
        }
    }

    /// The number of a node of a level in the input.
    nameOf(level, node) {
        return this.names ? this.names[level.nodes[node]] : level.nodes[node];
    }

    level(number) {
        return this.levels[Math.min(number, this.levels.length - 1)];
    }

    /// Coarser levels lose their weak edges; the input is shown whole.
    firstEdge(number, epsilon) {
        return (number > 0 || this.names) && this.epsilons.length ? this.level(number).firstAbove(epsilon) : 0;
    }
}

/// A node that joins others lies in the middle of them.
function placeInTheMiddle(level, before) {
    const members = new Uint32Array(level.nodes.length);
    const x = new Float64Array(level.nodes.length);
    const y = new Float64Array(level.nodes.length);
    before.clusters.forEach((to, i) => {
        if (to < 0 || to >= members.length) return;
        ++members[to];
        x[to] += before.x[i];
        y[to] += before.y[i];
    });
    members.forEach((count, i) => {
        if (count > 0) [level.x[i], level.y[i]] = [x[i] / count, y[i] / count];
    });
}
