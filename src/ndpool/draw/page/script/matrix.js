// A matrix as a picture: dark where values are large. Small matrices with names show their values.

function matrixShade(value, top) {
    const share = top > 0 && value != null ? Math.max(0, Math.min(1, value / top)) : 0;
    return { share, fill: `color-mix(in srgb, ${color("high")} ${(100 * Math.sqrt(share)).toFixed(1)}%, ${color("low")})` };
}

function paintMatrix(ctx, matrix, frame, cell) {
    const top = Math.max(0, ...matrix.values.filter((value) => value != null));
    const named = matrix.rowNames.length > 0;
    for (let r = 0; r < matrix.rows; ++r) {
        for (let c = 0; c < matrix.columns; ++c) {
            const value = matrix.values[r * matrix.columns + c];
            if (!value && !named) continue;
            const { share, fill } = matrixShade(value, top);
            ctx.fillStyle = fill;
            ctx.fillRect(frame.left + c * cell, frame.top + r * cell, cell - (named ? 1 : 0), cell - (named ? 1 : 0));
            if (!named) continue;
            ctx.fillStyle = share > 0.3 ? color("card") : color("ink");
            [ctx.textAlign, ctx.textBaseline] = ["center", "middle"];
            ctx.fillText(shown(value, 3), frame.left + (c + 0.5) * cell, frame.top + (r + 0.5) * cell);
        }
    }
    ctx.fillStyle = color("quiet");
    matrix.rowNames.forEach((name, r) => {
        [ctx.textAlign, ctx.textBaseline] = ["right", "middle"];
        ctx.fillText(name, frame.left - 6, frame.top + (r + 0.5) * cell);
    });
    matrix.columnNames.forEach((name, c) => {
        [ctx.textAlign, ctx.textBaseline] = ["center", "bottom"];
        ctx.fillText(name, frame.left + (c + 0.5) * cell, frame.top - 5);
    });
}

function drawMatrix(stage, matrix) {
    const canvas = document.createElement("canvas");
    stage.append(canvas);
    const named = matrix.rowNames.length > 0;
    let frame;
    let cell;
    let wide;
    const layOut = (ratio) => {
        wide = stage.clientWidth;
        const left = named ? 12 + 7 * Math.max(...matrix.rowNames.map((name) => name.length)) : 0;
        frame = { left: left * ratio, top: (matrix.columnNames.length ? 22 : 0) * ratio };
        cell = Math.min((wide * ratio - frame.left) / Math.max(1, matrix.columns), named ? 64 * ratio : Infinity);
        canvas.width = wide * ratio;
        canvas.height = Math.max(1, Math.round(frame.top + cell * matrix.rows));
        canvas.style.cssText = `display:block;width:${wide}px;height:${canvas.height / ratio}px`;
        if (!named) canvas.style.background = "var(--low)";
    };
    const draw = () => {
        const ratio = devicePixelRatio || 1;
        layOut(ratio);
        const ctx = canvas.getContext("2d");
        ctx.font = `${13 * ratio}px system-ui, sans-serif`;
        paintMatrix(ctx, matrix, frame, cell);
    };
    draw();
    new ResizeObserver(() => {
        if (stage.clientWidth !== wide) draw();
    }).observe(stage);
    onTheme(draw);
    canvas.addEventListener("pointermove", (event) => {
        const ratio = canvas.width / wide;
        const c = Math.floor((event.offsetX * ratio - frame.left) / cell);
        const r = Math.floor((event.offsetY * ratio - frame.top) / cell);
        if (r < 0 || c < 0 || r >= matrix.rows || c >= matrix.columns) return hideTip();
        return showTip(event.clientX, event.clientY, [
            `${matrix.rowNames[r] ?? `row ${r}`}, ${matrix.columnNames[c] ?? `column ${c}`}`,
            ["transparent", shown(matrix.values[r * matrix.columns + c])],
        ]);
    });
    canvas.addEventListener("pointerleave", hideTip);
    return {
        svg: () => {
            const recorder = new SvgContext(canvas);
            recorder.font = `${(13 * canvas.width) / wide}px sans-serif`;
            paintMatrix(recorder, matrix, frame, cell);
            return recorder.svg(wide);
        },
    };
}
