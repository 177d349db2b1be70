// Mouse, fingers and keys on a graph: drag to move, wheel (with Ctrl, or after a click) or two fingers to zoom, hover to see a node.

function addGraphGestures(view) {
    const { box } = view;
    const pointers = new Map();
    const place = (event) => {
        const frame = box.getBoundingClientRect();
        return [(event.clientX - frame.left) * view.camera.ratio, (event.clientY - frame.top) * view.camera.ratio];
    };
    const hover = (event) => {
        const node = view.nodeAt(...place(event));
        if (node !== view.hovered) {
            view.hovered = node;
            view.highlight();
        }
        if (node >= 0) showTip(event.clientX, event.clientY, view.nodeLines(node));
        else hideTip();
    };
    box.addEventListener("pointerdown", (event) => {
        if (event.target.closest(".zoom")) return;
        pointers.set(event.pointerId, place(event));
        box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
        const before = pointers.get(event.pointerId);
        if (!before) {
            hover(event);
            return;
        }
        const now = place(event);
        if (pointers.size === 1) {
            view.move(now[0] - before[0], now[1] - before[1]);
        } else {
            const [id, other] = [...pointers].find(([key]) => key !== event.pointerId);
            void id;
            const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
            view.zoom(apart(now) / Math.max(1, apart(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        }
        pointers.set(event.pointerId, now);
        hideTip();
    });
    for (const kind of ["pointerup", "pointercancel"]) box.addEventListener(kind, (event) => pointers.delete(event.pointerId));
    box.addEventListener("pointerleave", () => {
        view.hovered = -1;
        view.highlight();
        hideTip();
    });
    box.addEventListener(
        "wheel",
        (event) => {
            if (!event.ctrlKey && !event.metaKey && document.activeElement !== box) return;
            event.preventDefault();
            view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), ...place(event));
        },
        { passive: false },
    );
    box.addEventListener("dblclick", (event) => view.zoom(2, ...place(event)));
    box.addEventListener("keydown", (event) => {
        const step = 40 * view.camera.ratio;
        const act = {
            "+": () => view.zoom(1.4),
            "-": () => view.zoom(1 / 1.4),
            0: () => view.lookAt({ ...view.home }),
            ArrowLeft: () => view.move(step, 0),
            ArrowRight: () => view.move(-step, 0),
            ArrowUp: () => view.move(0, step),
            ArrowDown: () => view.move(0, -step),
        }[event.key];
        if (!act || event.target !== box) return;
        event.preventDefault();
        act();
    });
    addZoomButtons(view);
}

function addZoomButtons(view) {
    const bar = document.createElement("div");
    bar.className = "zoom";
    for (const [sign, title, act] of [
        ["+", "Zoom in", () => view.zoom(1.6)],
        ["−", "Zoom out", () => view.zoom(1 / 1.6)],
        ["⤢", "See all", () => view.lookAt({ ...view.home })],
    ]) {
        const button = document.createElement("button");
        button.textContent = sign;
        button.title = title;
        button.setAttribute("aria-label", title);
        button.onclick = act;
        bar.append(button);
    }
    view.box.append(bar);
}
