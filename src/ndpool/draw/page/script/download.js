// Buttons below a figure: its data as CSV and JSON, its drawings as SVG.

function save(name, kind, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function csvField(value) {
    const text = value == null ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvOf(rows) {
    return rows.map((row) => row.map(csvField).join(",")).join("\n") + "\n";
}

function chartRows(figure) {
    const rows = [["chart", "series", "x", "y", "low", "high"]];
    for (const chart of figure.charts) {
        for (const series of chart.series) {
            series.x.forEach((x, i) =>
                rows.push([
                    chart.title,
                    series.name,
                    chart.names.length ? (chart.names[x] ?? x) : x,
                    series.y[i],
                    series.low?.[i],
                    series.high?.[i],
                ]),
            );
        }
    }
    return rows;
}

function matrixRows(matrix) {
    const head = Array.from({ length: matrix.columns }, (_, c) => matrix.columnNames[c] ?? c);
    const rows = [[matrix.title, ...head]];
    for (let r = 0; r < matrix.rows; ++r)
        rows.push([matrix.rowNames[r] ?? r, ...matrix.values.slice(r * matrix.columns, (r + 1) * matrix.columns)]);
    return rows;
}

function tableRows(table) {
    return [...table.rows].map((row) =>
        [...row.cells].map((cell) => [...cell.childNodes].map((part) => part.textContent).join(" | ")),
    );
}

function figureCsv(figure, section) {
    const parts = [...section.querySelectorAll("table")].map(tableRows);
    if (figure.charts.length) parts.push(chartRows(figure));
    parts.push(...figure.matrices.map(matrixRows));
    return parts.map(csvOf).join("\n");
}

/// Graphs as they are shown: nodes and edges of each level as plain lists.
function plainGraph(model) {
    return {
        title: model.title,
        levels: model.levels.map((level) => ({
            title: level.title,
            nodes: [...level.nodes],
            edges: Array.from(level.a, (a, i) => [a, level.b[i], Number(level.weight[i].toPrecision(5))]),
            kept: level.kept && [...level.kept],
        })),
    };
}

/// `drawings` are { name, svg() } and `models` the graphs of the figure.
function addDownloads(section, figure, drawings, models) {
    const tools = section.querySelector(".tools");
    const add = (label, title, act) => {
        const button = document.createElement("button");
        button.textContent = label;
        button.title = title;
        button.onclick = act;
        tools.append(button);
    };
    if (figure.charts.length || figure.matrices.length || section.querySelector("table")) {
        add("CSV", "Download the data as CSV", () => save(`${figure.name}.csv`, "text/csv", figureCsv(figure, section)));
    }
    if (figure.charts.length || figure.matrices.length || models.length) {
        add("JSON", "Download the data as JSON", () =>
            save(
                `${figure.name}.json`,
                "application/json",
                JSON.stringify({
                    name: figure.name,
                    title: figure.title,
                    command: figure.command,
                    charts: figure.charts,
                    matrices: figure.matrices,
                    graphs: models.map(plainGraph),
                }),
            ),
        );
    }
    if (drawings.length) {
        add("SVG", "Download what is shown as SVG", () =>
            drawings.forEach((drawing, i) =>
                save(drawings.length > 1 ? `${figure.name}-${i + 1}.svg` : `${figure.name}.svg`, "image/svg+xml", drawing.svg()),
            ),
        );
    }
}
