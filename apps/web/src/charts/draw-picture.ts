/** Room above the curves for what they are of, and around them; px. */
const [titleHeight, margin] = [44, 12];
const least = 1;

/**
 * The graphs of a part of the page as one picture: what its canvases hold, with the legends beside them, which are text of the page,
 * at the places where they stand. Cursors lie over the curves and are left out.
 * @param lines what the curves are of; the first stands out
 */
export function drawPicture(graphs: HTMLElement, lines: readonly [string, string]): HTMLCanvasElement {
  const scale = Math.max(1, window.devicePixelRatio);
  const figures = [...graphs.querySelectorAll('figure')];
  const rects = figures.map((figure) => figure.getBoundingClientRect());
  const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
  const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))];
  const picture = document.createElement('canvas');
  picture.width = Math.round(scale * (right - left + 2 * margin));
  picture.height = Math.round(scale * (bottom - top + titleHeight + margin));
  const pen = picture.getContext('2d');
  if (pen === null) return picture;
  pen.scale(scale, scale);
  const look = getComputedStyle(graphs);
  pen.fillStyle = figures[0] ? getComputedStyle(figures[0]).backgroundColor : look.backgroundColor;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.fillStyle = look.color;
  for (const [i, line] of lines.entries()) {
    pen.font = `${i === 0 ? '600 14px' : '12px'} ${look.fontFamily}`;
    pen.fillText(line, margin, 18 + 18 * i, right - left);
  }
  pen.translate(margin - left, titleHeight - top);
  for (const figure of figures) {
    for (const canvas of figure.querySelectorAll('canvas')) {
      const { x, y, width, height } = canvas.getBoundingClientRect();
      if (canvas.width > 0 && canvas.height > 0) pen.drawImage(canvas, x, y, width, height);
    }
    for (const caption of figure.querySelectorAll('figcaption')) drawCaption(pen, caption);
  }
  return picture;
}

function drawCaption(pen: CanvasRenderingContext2D, caption: HTMLElement): void {
  for (const swatch of caption.querySelectorAll<HTMLElement>('[data-line]')) {
    const { left, right, top, width } = swatch.getBoundingClientRect();
    if (width < least || isNotDrawn(swatch)) continue;
    const { borderTopColor, borderTopStyle } = getComputedStyle(swatch);
    pen.strokeStyle = borderTopColor;
    pen.lineWidth = 2;
    pen.setLineDash(borderTopStyle === 'dashed' ? [5, 3] : borderTopStyle === 'dotted' ? [2, 2] : []);
    pen.beginPath();
    pen.moveTo(left, top + 1);
    pen.lineTo(right, top + 1);
    pen.stroke();
  }
  pen.setLineDash([]);
  const texts = document.createTreeWalker(caption, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) drawText(pen, node);
}

/** Of a curve that is hidden, or of a cursor: the picture has neither. */
const isNotDrawn = (element: Element): boolean => element.closest('[data-hidden="true"], [data-cursor]') !== null;

/** As it is written on the page; what only a screen reader says has no place there. */
function drawText(pen: CanvasRenderingContext2D, node: Node): void {
  const text = node.textContent?.trim() ?? '';
  const parent = node.parentElement;
  if (text === '' || parent === null || isNotDrawn(parent)) return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, top, width, height } = range.getBoundingClientRect();
  const seen = parent.getBoundingClientRect();
  if (width < least || seen.width <= least || seen.height <= least) return;
  const { font, color } = getComputedStyle(parent);
  pen.font = font;
  pen.fillStyle = color;
  pen.textBaseline = 'middle';
  pen.fillText(text, left, top + height / 2, width);
  pen.textBaseline = 'alphabetic';
}
