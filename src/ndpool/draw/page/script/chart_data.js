// The data of a chart in the form that uPlot takes: one list of x for all series, and a row of values for each.

const seriesColors = 8;

/// The name under which a series is switched on and off.
function groupOf(series) {
    return series.group ?? series.name;
}

/// The number of each series' colour. The paper's values have the colour of ours where the names are the same but for "(paper)".
function colorNumbers(chart) {
    const numbers = new Map();
    const plainName = (series) =>
        groupOf(series)
            .replace(/,? *\(?(in )?the paper'?s?\)?$|,? *\(?paper\)?$/i, "")
            .trim();
    for (const series of chart.series) {
        if (!series.paper && !numbers.has(plainName(series))) numbers.set(plainName(series), numbers.size % seriesColors);
    }
    return chart.series.map((series) => numbers.get(plainName(series)) ?? 5);
}

function isNumber(value, scale) {
    return value != null && Number.isFinite(value) && (scale !== "log" || value > 0);
}

/// Bars and dots of one category lie side by side.
function offsetOf(chart, index) {
    if (!chart.names.length || chart.kind === "lines") return 0;
    const count = chart.series.length;
    return ((index - (count - 1) / 2) * 0.8) / count;
}

/// { data, rows }: rows[i] says which series of the chart a row belongs to, and what it is: "y", "low" or "high".
function alignedData(chart) {
    const tables = [];
    const rows = [null];
    chart.series.forEach((series, index) => {
        const parts = series.low ? ["y", "low", "high"] : ["y"];
        const points = series.x
            .map((x, i) => [x == null ? null : x + offsetOf(chart, index), i])
            // A missing bar or dot is left out; for a line it is a gap.
            .filter(([x, i]) => isNumber(x, chart.xScale) && (chart.kind === "lines" || isNumber(series.y[i], chart.yScale)))
            .sort((p, q) => p[0] - q[0]);
        const xs = [];
        const values = parts.map(() => []);
        for (const [x, i] of points) {
            if (xs.length && xs[xs.length - 1] === x) continue;
            xs.push(x);
            parts.forEach((part, p) => values[p].push(isNumber(series[part][i], chart.yScale) ? series[part][i] : null));
        }
        tables.push([xs, ...values]);
        rows.push(...parts.map((part) => ({ series, index, part })));
    });
    const data = tables.length
        ? uPlot.join(
              tables,
              tables.map((table) => table.map(() => 2)),
          )
        : [[]];
    return { data, rows };
}
