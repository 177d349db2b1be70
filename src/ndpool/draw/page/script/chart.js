// Charts by uPlot: scales, axes, bands, whiskers, a legend that switches series, a box beside the pointer.

const chartFont = '12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
const fewPoints = 30; // with more, the points of a line are not marked
const labelFont = '600 12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';

/// As much of a label as fits along its axis.
function fittingLabel(label, pixels) {
    const most = Math.max(6, Math.floor((pixels / devicePixelRatio + 16) / 7.2));
    return label.length > most ? `${label.slice(0, most - 1)}…` : label;
}

function axisOf(chart, isX, width) {
    const axis = {
        stroke: () => color("quiet"),
        font: chartFont,
        labelFont,
        label: (isX ? chart.x : chart.y)
            ? (u) => fittingLabel(isX ? chart.x : chart.y, isX ? u.bbox.width : u.bbox.height)
            : undefined,
        labelSize: 20,
        labelGap: 2,
        grid: { stroke: () => color("grid"), width: 1 },
        ticks: { stroke: () => color("grid"), width: 1, size: 5 },
    };
    if (isX && chart.names.length) {
        const longest = Math.max(...chart.names.map((name) => name.length));
        const turned = longest * 6.6 > (width - 60) / chart.names.length;
        const wide = Math.min(longest, 22) * 6.2;
        return {
            ...axis,
            grid: { show: false },
            splits: () => chart.names.map((_, i) => i),
            rotate: turned ? 40 : 0,
            size: turned ? 22 + wide * 0.66 : 34,
            values: (_, splits) =>
                splits.map((i) => {
                    const name = chart.names[i] ?? "";
                    return name.length > 22 ? `${name.slice(0, 21)}…` : name;
                }),
        };
    }
    const scale = isX ? chart.xScale : chart.yScale;
    if (scale === "log")
        axis.grid.filter = axis.ticks.filter = (_, splits) => splits.map((value) => (isPowerOfTen(value) ? value : null));
    else if (chart.series.every((series) => series[isX ? "x" : "y"].every((value) => value == null || Number.isInteger(value))))
        axis.incrs = wholeSteps;
    const values = (_, splits) =>
        splits.map((value) => (value == null ? "" : scale === "log" ? powerText(value) : shown(value, 6)));
    return isX ? { ...axis, values, size: 34, space: 60 } : { ...axis, values, size: sizeOfNumbers };
}

const wholeSteps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat();

function isPowerOfTen(value) {
    return value > 0 && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
}

/// A number on a logarithmic axis: large and small powers of ten as such.
function powerText(value) {
    if (!isPowerOfTen(value) || (value < 1e5 && value > 1e-4)) return shown(value, 6);
    return `10${String(Math.round(Math.log10(value))).replace(/./g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)])}`;
}

/// As wide as the longest number.
function sizeOfNumbers(u, values) {
    const longest = Math.max(1, ...(values ?? []).map((value) => String(value ?? "").length));
    return 14 + longest * 7;
}

function scalesOf(chart) {
    const scale = (kind) => (kind === "log" ? { distr: 3 } : {});
    const x = { time: false, ...scale(chart.xScale) };
    const y = scale(chart.yScale);
    if (chart.names.length) {
        const xs = chart.series.flatMap((series, i) => series.x.map((value) => value + offsetOf(chart, i)));
        const [first, last] = [Math.min(...xs), Math.max(...xs)];
        x.range = (_, low, high) => (low <= first && high >= last ? [-0.6, chart.names.length - 0.4] : [low, high]);
    } else if (chart.kind === "dots" && chart.xScale !== "log")
        x.range = (_, low, high) =>
            low === high ? [low - 1, high + 1] : [low - (high - low) * 0.04, high + (high - low) * 0.04];
    if (chart.kind === "bars" && chart.yScale !== "log")
        y.range = (_, low, high) => [Math.min(0, low * 1.08), Math.max(high * 1.08, low >= 0 && high <= 0 ? 1 : 0)];
    return { x, y };
}

function seriesOptions(chart, row, number) {
    const { series, part } = row;
    const ink = () => color(`s${number}`);
    if (part !== "y") return { label: series.name, stroke: "transparent", width: 0, points: { show: false } };
    const hollow = () => (series.paper ? color("card") : ink());
    const options = {
        label: series.name,
        stroke: ink,
        width: series.faint ? 0.8 : 2,
        alpha: series.faint ? 0.4 : 1,
        spanGaps: false,
        points: {
            size: series.paper || series.x.length === 1 ? 8 : 6,
            fill: hollow,
            width: 1.5,
            show: series.x.length <= fewPoints,
        },
    };
    if (series.paper || series.dashed) options.dash = series.paper ? [6, 4] : [3, 4];
    if (series.faint) options.points.show = false;
    if (chart.kind === "dots")
        return { ...options, paths: () => null, points: { ...options.points, show: true, size: series.x.length > 100 ? 5 : 8 } };
    if (chart.kind === "bars")
        return {
            ...options,
            width: 1.5,
            dash: series.paper ? [3, 3] : undefined,
            fill: series.paper ? () => "transparent" : ink,
            paths: uPlot.paths.bars({ size: [chart.names.length ? 0.74 / chart.series.length : 0.8, 60] }),
            points: { show: false },
        };
    return options;
}

function bandsOf(rows, numbers) {
    const bands = [];
    rows.forEach((row, i) => {
        if (row?.part === "high")
            bands.push({
                series: [i, i - 1],
                fill: () => `color-mix(in srgb, ${color(`s${numbers[row.index]}`)} 17%, transparent)`,
            });
    });
    return bands;
}

/// Vertical lines from low to high at dots and bars.
function drawWhiskers(u, chart, rows, numbers) {
    const { ctx } = u;
    rows.forEach((row, i) => {
        if (row?.part !== "low" || !u.series[i - 1].show) return;
        ctx.save();
        ctx.beginPath();
        ctx.strokeStyle = chart.kind === "bars" ? color("ink") : color(`s${numbers[row.index]}`);
        ctx.lineWidth = 1.3 * devicePixelRatio;
        ctx.setLineDash([]);
        u.data[0].forEach((x, k) => {
            const [low, high] = [u.data[i][k], u.data[i + 1][k]];
            if (low == null || high == null) return;
            const at = u.valToPos(x, "x", true);
            ctx.moveTo(at, u.valToPos(low, "y", true));
            ctx.lineTo(at, u.valToPos(high, "y", true));
        });
        ctx.stroke();
        ctx.restore();
    });
}

/// The nearest place with a value, so that series with different x all answer to the pointer.
function nearestValue(values, at) {
    for (let step = 0; step < values.length; ++step) {
        if (values[at - step] != null) return at - step;
        if (values[at + step] != null) return at + step;
    }
    return null;
}

function tipLines(u, chart, rows, numbers) {
    const { left, top } = u.cursor;
    const found = [];
    rows.forEach((row, i) => {
        const k = row?.part === "y" && u.series[i].show ? u.cursor.idxs[i] : null;
        if (k == null || u.data[i][k] == null) return;
        const x = u.valToPos(u.data[0][k], "x");
        const y = u.valToPos(u.data[i][k], "y");
        found.push({ row, k, i, across: Math.abs(x - left), away: Math.hypot(x - left, y - top) });
    });
    if (!found.length) return null;
    const nearest = found.reduce((a, b) => (b.away < a.away ? b : a));
    const x = u.data[0][nearest.k];
    const heading = chart.names.length
        ? chart.names[Math.round(x - offsetOf(chart, nearest.row.index))]
        : `${chart.x || "x"} ${shown(x, 5)}`;
    const near =
        chart.kind === "lines"
            ? found.filter((one) => one.across <= nearest.across + 8)
            : chart.names.length
              ? found.filter((one) => Math.abs(u.data[0][one.k] - x) < 0.5)
              : [nearest];
    const lines = near
        .filter((one) => !one.row.series.faint || one === nearest)
        .sort((a, b) => u.data[b.i][b.k] - u.data[a.i][a.k])
        .slice(0, 12)
        .map(({ row, i, k }) => {
            const range =
                row.series.low && u.data[i + 1][k] != null ? ` (${shown(u.data[i + 1][k])} to ${shown(u.data[i + 2][k])})` : "";
            return [color(`s${numbers[row.index]}`), `${row.series.name || chart.y}: ${shown(u.data[i][k], 5)}${range}`];
        });
    return [heading, ...lines];
}

function chartHeight(width) {
    return Math.round(Math.max(230, Math.min(360, width * 0.6)));
}

function optionsOf(chart, rows, numbers, width) {
    return {
        width,
        height: chartHeight(width),
        legend: { show: false },
        scales: scalesOf(chart),
        padding: [10, 16, 0, 0],
        axes: [axisOf(chart, true, width), axisOf(chart, false, width)],
        series: [{}, ...rows.slice(1).map((row) => seriesOptions(chart, row, numbers[row.index]))],
        bands: chart.kind === "lines" ? bandsOf(rows, numbers) : [],
        cursor: {
            drag: { x: true, y: true, uni: 40 },
            points: { show: chart.kind !== "bars", size: 8 },
            y: false,
            dataIdx: (u, i, closest) => (rows[i]?.part === "y" ? nearestValue(u.data[i], closest) : closest),
        },
        hooks: {
            draw: chart.kind === "lines" ? [] : [(u) => drawWhiskers(u, chart, rows, numbers)],
            setCursor: [
                (u) => {
                    const lines = u.cursor.left >= 0 && u.cursor.event ? tipLines(u, chart, rows, numbers) : null;
                    if (lines) showTip(u.rect.left + u.cursor.left, u.rect.top + u.cursor.top, lines);
                    else hideTip();
                },
            ],
        },
    };
}

/// A chart in `stage`; returns what belongs to the download of its SVG.
function drawChart(stage, chart) {
    const { data, rows } = alignedData(chart);
    const numbers = colorNumbers(chart);
    const place = document.createElement("div");
    stage.append(place);
    const wide = () => Math.max(220, stage.clientWidth);
    const all = document.createElement("button");
    all.className = "all";
    all.textContent = "See all";
    all.hidden = true;
    stage.append(all);
    const prepare = (made) => {
        made.over.setAttribute("aria-label", `${chart.title || chart.y}: drag to zoom, double-click to see all`);
        made.over.addEventListener("mouseleave", hideTip);
        made.over.addEventListener("dblclick", () => {
            all.hidden = true;
        });
        made.hooks.setSelect = [
            ...(made.hooks.setSelect ?? []),
            () => {
                if (made.select.width > 0) all.hidden = false;
            },
        ];
    };
    let u = new uPlot(optionsOf(chart, rows, numbers, wide()), data, place);
    all.onclick = () => {
        all.hidden = true;
        u.setData(u.data);
    };
    prepare(u);
    addLegend(stage, chart, rows, numbers, () => u);
    let last = wide();
    new ResizeObserver(() => {
        if (wide() === last) return;
        last = wide();
        if (chart.names.length) {
            // names turn where they are too long
            const hidden = u.series.map((series) => series.show);
            u.destroy();
            u = new uPlot(optionsOf(chart, rows, numbers, last), data, place);
            prepare(u);
            hidden.forEach((show, i) => i > 0 && !show && u.setSeries(i, { show }));
        } else {
            u.setSize({ width: last, height: chartHeight(last) });
        }
    }).observe(stage);
    onTheme(() => u.redraw());
    return { svg: () => chartSvg(chart, data, rows, numbers, u) };
}

/// Draws the chart again, as it is shown, with a context that writes SVG.
function chartSvg(chart, data, rows, numbers, shownChart) {
    const { getContext } = HTMLCanvasElement.prototype;
    const { Path2D } = window;
    let recorder;
    try {
        HTMLCanvasElement.prototype.getContext = function () {
            return (recorder = new SvgContext(this));
        };
        const hidden = document.createElement("div");
        const options = optionsOf(chart, rows, numbers, shownChart.width);
        options.series.forEach((series, i) => {
            series.show = shownChart.series[i].show;
        });
        const copy = new uPlot(options, data, hidden);
        HTMLCanvasElement.prototype.getContext = getContext;
        window.Path2D = SvgPath;
        const { x, y } = shownChart.scales;
        copy.batch(() => {
            if (shownChart.series.length > 1) {
                copy.setScale("x", { min: x.min, max: x.max });
                copy.setScale("y", { min: y.min, max: y.max });
            }
            recorder.parts = [];
        });
        return recorder.svg(shownChart.width);
    } finally {
        HTMLCanvasElement.prototype.getContext = getContext;
        window.Path2D = Path2D;
    }
}
