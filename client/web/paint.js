// Draws an SVG element of the page onto a canvas, as the style sheets have it. Called by `card.js`. Law kept here: nothing is loaded for
// it, so the page's policy stays as strict as it is.

/** The shapes that are drawn; groups are walked through. */
const SHAPES = ["path", "rect", "text"];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SVGSVGElement} svg in the page, so that its style is known
 * @param {{x: number, y: number, width: number, height: number}} room where it is drawn, in the middle and as large as it fits
 */
export function paint(context, svg, { x, y, width, height }) {
  const box = svg.viewBox.baseVal;
  const scale = Math.min(width / box.width, height / box.height);
  context.save();
  context.translate(x + (width - box.width * scale) / 2, y + (height - box.height * scale) / 2);
  context.scale(scale, scale);
  context.translate(-box.x, -box.y);
  for (const it of svg.children) walk(context, it, 1);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Element} element @param {number} alpha of what it stands in */
function walk(context, element, alpha) {
  const style = getComputedStyle(element);
  if (!(element instanceof SVGGraphicsElement) || style.display === "none" || style.visibility === "hidden") return;
  const opacity = alpha * Number(style.opacity);
  const matrix = style.transform === "none" ? element.transform.baseVal.consolidate()?.matrix : new DOMMatrix(style.transform);
  context.save();
  if (matrix) context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  if (SHAPES.includes(element.localName)) draw(context, element, style, opacity);
  else for (const it of element.children) walk(context, it, opacity);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Element} element @param {CSSStyleDeclaration} style @param {number} opacity */
function draw(context, element, style, opacity) {
  const number = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
  const path = new Path2D(element.getAttribute("d") ?? "");
  if (element.localName === "rect") path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  const fill = () => {
    if (style.fill === "none") return;
    context.globalAlpha = opacity * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    if (element.localName !== "text") return context.fill(path);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.textAlign = style.textAnchor === "middle" ? "center" : "left";
    context.fillText(element.textContent ?? "", number("x"), number("y"));
  };
  const stroke = () => {
    if (style.stroke === "none" || element.localName === "text") return;
    context.globalAlpha = opacity * Number(style.strokeOpacity);
    Object.assign(context, { strokeStyle: style.stroke, lineWidth: Number.parseFloat(style.strokeWidth), lineCap: style.strokeLinecap, lineJoin: style.strokeLinejoin });
    context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map((it) => Number.parseFloat(it)));
    context.stroke(path);
  };
  for (const it of style.paintOrder.startsWith("stroke") ? [stroke, fill] : [fill, stroke]) it();
}
