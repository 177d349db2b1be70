// The bar above the graphs of a figure: a slider for the level, one for epsilon, and what the shapes mean. All graphs follow it.

function slider(label, count, start, say) {
    const box = document.createElement("label");
    const input = document.createElement("input");
    const output = document.createElement("output");
    input.type = "range";
    input.min = 0;
    input.max = count - 1;
    input.step = 1;
    input.value = start;
    input.name = label;
    const write = () => {
        output.textContent = say(Number(input.value));
    };
    input.addEventListener("input", write);
    write();
    box.append(label, input, output);
    return { box, input };
}

function keyOf(models) {
    const entries = [];
    const levels = models.flatMap((model) => model.levels);
    if (levels.some((level) => level.kept)) {
        entries.push(
            ['<svg width="14" height="14"><circle cx="7" cy="7" r="5" fill="var(--kept)"/></svg>', "kept"],
            [
                '<svg width="14" height="14"><path d="M7 1.5L12.5 7L7 12.5L1.5 7Z" fill="none" stroke="var(--dropped)" stroke-width="2"/></svg>',
                "dropped",
            ],
        );
    }
    if (levels.some((level) => level.clusters))
        entries.push([
            '<svg width="22" height="14"><path d="M2 7h18" stroke="var(--kept)" stroke-width="2.5"/></svg>',
            "joined into one node",
        ]);
    const key = document.createElement("div");
    key.className = "key";
    for (const [sign, meaning] of entries) {
        const entry = document.createElement("span");
        entry.innerHTML = sign;
        entry.append(meaning);
        key.append(entry);
    }
    return entries.length ? key : null;
}

/// Views of the same graph move together.
function linkViews(views) {
    for (const view of views) {
        view.moved.push((camera) => {
            for (const other of views) {
                const alike =
                    other !== view &&
                    other.canvas.width === view.canvas.width &&
                    other.canvas.height === view.canvas.height &&
                    Math.abs(other.home.fit - view.home.fit) < 1e-6 * view.home.fit;
                if (alike) other.lookAt({ ...camera }, true);
            }
        });
    }
}

function addGraphControls(place, views) {
    const models = views.map((view) => view.model);
    const most = Math.max(...models.map((model) => model.levels.length));
    const stops = models.find((model) => model.epsilons.length)?.epsilons ?? [];
    const bar = document.createElement("div");
    bar.className = "controls";
    let level = null;
    let epsilon = null;
    const longest = models.find((model) => model.levels.length === most);
    if (most > 1)
        level = slider(
            "Level",
            most,
            longest.first,
            (i) => (longest.levels[i].title.length < 14 && longest.levels[i].title) || String(i),
        );
    if (stops.length > 1) {
        const start = stops.reduce(
            (best, stop, i) => (Math.abs(stop - longest.epsilon) < Math.abs(stops[best] - longest.epsilon) ? i : best),
            0,
        );
        epsilon = slider("ε", stops.length, start, (i) => shown(stops[i], 3));
    }
    const update = () => {
        const threshold = epsilon ? stops[Number(epsilon.input.value)] : null;
        for (const view of views)
            view.show(
                level ? Math.min(Number(level.input.value), view.model.levels.length - 1) : view.number,
                threshold ?? view.epsilon,
            );
    };
    for (const control of [level, epsilon]) {
        control?.input.addEventListener("input", update);
        if (control) bar.append(control.box);
    }
    const key = keyOf(models);
    if (key) bar.append(key);
    if (bar.childElementCount) place.before(bar);
    linkViews(views);
}
