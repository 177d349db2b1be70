#!/usr/bin/env python3
"""picture.py PAGE PICTURE.png [SELECTOR] [SCRIPT]: a picture of a page, or of one element of it after a script has run in the page.

So docs/images/methods.png was made:

    ndpool view sensor:400 --method ndp,graclus,nmf -o methods.html
    tests/pages/picture.py methods.html docs/images/methods.png '#levels' "setSlider('Level', 1)"
"""
import base64
import sys

from chromium import Chromium, chromium_program

SET_SLIDER = """function setSlider(name, value) {
  const slider = document.querySelector(`.controls input[name="${name}"]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}"""


def main():
    page, picture = sys.argv[1:3]
    selector = sys.argv[3] if len(sys.argv) > 3 else "body"
    with Chromium(chromium_program()) as browser:
        browser.resize(1200, 900)
        browser.prefer("light")
        browser.open(page)
        browser.run(SET_SLIDER)
        if len(sys.argv) > 4:
            browser.run(sys.argv[4])
        browser.settle()
        box = browser.run(f"(() => {{ const box = document.querySelector({selector!r}).getBoundingClientRect(); "
                          "return [box.left + scrollX, box.top + scrollY, box.width, box.height]; })()")
        clip = {"x": box[0], "y": box[1], "width": box[2], "height": box[3], "scale": 1}
        data = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        with open(picture, "wb") as file:
            file.write(base64.b64decode(data))


if __name__ == "__main__":
    main()
