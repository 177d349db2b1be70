// Fills the page: every figure's charts, graphs and matrices, one figure after the other so that the first is there at once.

function fillFigure(figure) {
    const section = document.getElementById(figure.name);
    const stageOf = (kind, i) => section.querySelector(`[data-${kind}="${i}"] .stage`);
    const drawings = [];
    const views = [];
    const attempt = (stage, draw) => {
        try {
            return draw();
        } catch (problem) {
            console.error(problem);
            stage.innerHTML = '<p class="problem">This part could not be drawn.</p>';
            return null;
        }
    };
    const models = figure.graphs.map((graph, i) => attempt(stageOf("graph", i), () => new GraphModel(graph)));
    const shape = Math.max(...models.map((model) => (model ? model.height / Math.max(1e-9, model.width) : 0)));
    models.forEach((model, i) => {
        const view = model && attempt(stageOf("graph", i), () => new GraphView(stageOf("graph", i), model, shape));
        if (view) views.push(view);
    });
    if (views.length) addGraphControls(views[0].box.closest(".parts"), views);
    drawings.push(...views);
    for (const [kind, parts, draw] of [
        ["chart", figure.charts, drawChart],
        ["matrix", figure.matrices, drawMatrix],
    ]) {
        parts.forEach((part, i) => {
            const drawing = attempt(stageOf(kind, i), () => draw(stageOf(kind, i), part));
            if (drawing) drawings.push(drawing);
        });
    }
    addDownloads(
        section,
        figure,
        drawings,
        views.map((view) => view.model),
    );
}

function fillPage() {
    const { figures } = JSON.parse(document.getElementById("page-data").textContent);
    addThemeSwitch();
    document.body.append(tipBox);
    followReader();
    let next = 0;
    const fillNext = () => {
        const until = performance.now() + 30;
        while (next < figures.length && performance.now() < until) fillFigure(figures[next++]);
        if (next < figures.length) setTimeout(fillNext);
        else root.dataset.ready = "yes";
    };
    fillNext();
    addEventListener("beforeprint", () => {
        while (next < figures.length) fillFigure(figures[next++]);
    });
}

fillPage();
