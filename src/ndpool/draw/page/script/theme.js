// Light and dark: by the reader's setting until the switch is used, which is remembered.

const themeListeners = [];
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

/// The value of a colour of the style sheet, such as color("kept").
function color(name) {
    return getComputedStyle(root).getPropertyValue(`--${name}`).trim();
}

function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;
}

function onTheme(listener) {
    themeListeners.push(listener);
}

function themeChanged() {
    for (const listener of themeListeners) listener();
}

function setTheme(theme, remember) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    try {
        if (remember) localStorage.setItem("ndpool-theme", theme);
    } catch {
        /* pages opened from disk may have no storage */
    }
    themeChanged();
}

function addThemeSwitch() {
    try {
        const stored = localStorage.getItem("ndpool-theme");
        if (stored === "dark" || stored === "light") root.dataset.theme = stored;
    } catch {
        /* as above */
    }
    const button = document.createElement("button");
    button.className = "theme";
    const label = () => {
        button.textContent = isDark() ? "☀" : "☾";
        button.title = isDark() ? "Light colours" : "Dark colours";
        button.setAttribute("aria-label", button.title);
    };
    button.onclick = () => setTheme(isDark() ? "light" : "dark", true);
    label();
    onTheme(label);
    systemDark.addEventListener("change", themeChanged);
    document.body.append(button);
    let before;
    addEventListener("beforeprint", () => {
        before = root.dataset.theme;
        setTheme("light", false);
    });
    addEventListener("afterprint", () => setTheme(before, false));
}
