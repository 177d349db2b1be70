// The table of contents shows where the reader is.

function followReader() {
    const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
    if (!links.size) return;
    const sections = [...document.querySelectorAll(".figure")];
    const mark = () => {
        const reached = sections.filter((section) => section.getBoundingClientRect().top < innerHeight * 0.35);
        const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        const here = links.get(((atEnd ? sections : reached).at(-1) ?? sections[0])?.id);
        for (const link of links.values()) link.classList.toggle("here", link === here);
        const list = here?.closest(".contents");
        if (!list) return;
        const [outer, inner] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
        if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += inner.left - outer.left - 20;
        if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - 60;
    };
    let waiting = false;
    addEventListener(
        "scroll",
        () => {
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(() => {
                waiting = false;
                mark();
            });
        },
        { passive: true },
    );
    mark();
}
