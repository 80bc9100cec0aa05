/** The mean width of a letter as a fraction of the font size, where text cannot be measured, as in tests. */
const MEAN_LETTER = 0.55;

interface Measure {
  readonly context: OffscreenCanvasRenderingContext2D;
  readonly family: string;
}
let measure: Measure | null = null;
function begin(): Measure | null {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  return context && { context, family: getComputedStyle(document.body).fontFamily };
}

/** The width of a text in px in the page's font, at a size in px and a weight. Letters differ by language and by machine, so it is measured. */
export function textWidth(text: string, size: number, weight = 400): number {
  measure ??= begin();
  if (measure === null) return text.length * size * MEAN_LETTER;
  const { context, family } = measure;
  context.font = `${weight} ${size}px ${family}`;
  return context.measureText(text).width;
}
