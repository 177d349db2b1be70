// The legend of a chart: a button for each group of series, which switches it on and off.

function swatch(chart, series, number) {
    const single = series.x.length === 1;
    const line = chart.kind === "lines" && !single;
    const ink = `var(--s${number})`;
    const dash = series.paper ? "6 4" : series.dashed ? "3 4" : "";
    const fill = series.paper ? "none" : ink;
    return line
        ? `<svg width="26" height="12"><path d="M1 6h24" stroke="${ink}" stroke-width="2" stroke-dasharray="${dash}"/></svg>`
        : chart.kind === "dots" || single
          ? `<svg width="12" height="12"><circle cx="6" cy="6" r="4" fill="${fill}" stroke="${ink}" stroke-width="1.5"/></svg>`
          : `<svg width="14" height="12"><rect x="1" y="1" width="12" height="10" fill="${fill}" stroke="${ink}" stroke-dasharray="${series.paper ? "3 3" : ""}"/></svg>`;
}

function addLegend(stage, chart, rows, numbers, plot) {
    const groups = new Map();
    rows.forEach((row, i) => {
        if (!row) return;
        const name = groupOf(row.series);
        if (!groups.has(name)) groups.set(name, { rows: [], look: null });
        const group = groups.get(name);
        group.rows.push(i);
        if (row.part === "y" && (!group.look || group.look.series.faint)) group.look = row;
    });
    if (groups.size < 2) return;
    const list = document.createElement("ul");
    list.className = "legend";
    for (const [name, { rows: members, look }] of groups) {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.innerHTML = swatch(chart, look.series, numbers[look.index]);
        button.append(name);
        button.setAttribute("aria-pressed", "true");
        button.title = "Show or hide";
        button.onclick = () => {
            const show = button.getAttribute("aria-pressed") !== "true";
            button.setAttribute("aria-pressed", String(show));
            plot().batch(() => members.forEach((i) => plot().setSeries(i, { show })));
        };
        item.append(button);
        list.append(item);
    }
    stage.append(list);
}
