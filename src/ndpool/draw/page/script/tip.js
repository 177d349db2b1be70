// One small box beside the pointer for all charts and graphs.

const tipBox = document.createElement("div");
tipBox.className = "tip";
tipBox.hidden = true;

/// `lines` are pairs of a colour (or nothing) and a text, or a text alone for the heading.
function showTip(x, y, lines) {
    tipBox.replaceChildren(
        ...lines.map((line) => {
            const row = document.createElement("div");
            const [dot, text] = Array.isArray(line) ? line : [null, line];
            if (dot) {
                const mark = document.createElement("i");
                mark.style.background = dot;
                row.append(mark, text);
            } else {
                const strong = document.createElement("b");
                strong.textContent = text;
                row.append(strong);
            }
            return row;
        }),
    );
    tipBox.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = tipBox;
    tipBox.style.left = `${x + 16 + width > innerWidth ? Math.max(4, x - width - 12) : x + 16}px`;
    tipBox.style.top = `${Math.max(4, Math.min(y + 14, innerHeight - height - 6))}px`;
}

function hideTip() {
    tipBox.hidden = true;
}
