import { createWriteStream } from 'node:fs';
import bwip from '@bwip-js/node';
import PDFDocument from 'pdfkit';
import { loadFont, type Weight } from './fonts';

/** A4 in the pixels of a design at 96 dpi; everything is drawn in these. */
export const pageSize = { width: 794, height: 1123 } as const;
const pointsPerPixel = 0.75;
export const ink: Readonly<Record<'text' | 'caption' | 'line' | 'shade' | 'band', string>> = {
  text: '#111111',
  caption: '#444444',
  line: '#CFCFCF',
  shade: '#E9E9E9',
  band: '#F2F2EF',
};

export interface TextLook {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right' | 'center';
  /** px between lines, for text that wraps */
  leading?: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** How a line is drawn: px, colour, and px of its dashes and gaps. */
export interface LineLook {
  width?: number;
  color?: string;
  dash?: readonly [number, number];
}
type Point = readonly [x: number, y: number];

/** A document of A4 pages that is drawn with pixels from the top left corner. `finish` writes it. */
export class Paper {
  private readonly doc: PDFKit.PDFDocument;
  private readonly written: Promise<void>;
  pages = 0;

  constructor(path: string, title: string) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      info: { Title: title },
    });
    for (const weight of ['regular', 'bold'] as const) this.doc.registerFont(weight, loadFont(weight));
    const out = createWriteStream(path, { mode: 0o600 });
    this.written = new Promise((resolve, reject) => {
      out.once('finish', resolve);
      out.once('error', reject);
    });
    this.doc.pipe(out);
  }

  /** A page, upright or lying. */
  addPage(layout: 'portrait' | 'landscape' = 'portrait'): void {
    this.doc.addPage({ size: 'A4', margin: 0, layout }).scale(pointsPerPixel);
    this.pages++;
  }

  /** One line in a column; what does not fit is cut with an ellipsis. */
  text(text: string, x: number, y: number, width: number, look: TextLook = {}): void {
    const doc = this.set(look);
    const shown = cut(printable(text), (one) => doc.widthOfString(one) <= width);
    const left = width - doc.widthOfString(shown);
    const shift = look.align === 'right' ? left : look.align === 'center' ? left / 2 : 0;
    doc.text(shown, x + shift, y, { lineBreak: false });
  }

  /** Text that wraps; answers its height. */
  paragraph(text: string, x: number, y: number, width: number, look: TextLook = {}): number {
    // the document's own page is shorter than ours in pixels: without a height it would begin a new one
    const options = {
      width,
      align: look.align ?? ('left' as const),
      lineGap: look.leading ?? 2,
      height: pageSize.height,
    };
    const doc = this.set(look);
    doc.text(printable(text), x, y, options);
    return doc.heightOfString(printable(text), options);
  }

  /** How high text is that wraps. */
  heightOf(text: string, width: number, look: TextLook = {}): number {
    return this.set(look).heightOfString(printable(text), { width, lineGap: look.leading ?? 2 });
  }

  widthOf(text: string, look: TextLook = {}): number {
    return this.set(look).widthOfString(printable(text));
  }

  private set({ size = 11, weight = 'regular', color = ink.text }: TextLook): PDFKit.PDFDocument {
    return this.doc.font(weight).fontSize(size).fillColor(color);
  }

  rule(y: number, width: number, { x = 44, to = pageSize.width - 44, color = ink.text } = {}): void {
    this.doc.moveTo(x, y).lineTo(to, y).lineWidth(width).strokeColor(color).undash().stroke();
  }

  line(points: readonly Point[], { width = 1, color = ink.text, dash }: LineLook = {}): void {
    const [first, ...rest] = points;
    if (!first || rest.length === 0) return;
    this.doc.moveTo(first[0], first[1]);
    for (const [x, y] of rest) this.doc.lineTo(x, y);
    this.doc.lineWidth(width).strokeColor(color).lineJoin('round');
    if (dash) this.doc.dash(dash[0], { space: dash[1] });
    else this.doc.undash();
    this.doc.stroke();
  }

  fill({ x, y, width, height }: Box, color: string): void {
    this.doc.rect(x, y, width, height).fillColor(color).fill();
  }

  frame({ x, y, width, height }: Box, { width: stroke = 1, color = ink.text } = {}): void {
    this.doc.rect(x, y, width, height).lineWidth(stroke).strokeColor(color).undash().stroke();
  }

  /** Slanted lines over a box, which stay visible in black and white. */
  hatch({ x, y, width, height }: Box, { gap = 5, color = '#9A9A9A', back = '#FFFFFF' } = {}): void {
    this.doc.save();
    this.doc.rect(x, y, width, height).fillColor(back).fill();
    this.doc.rect(x, y, width, height).clip();
    for (let at = -height; at < width; at += gap) this.doc.moveTo(x + at, y + height).lineTo(x + at + height, y);
    this.doc.lineWidth(0.7).strokeColor(color).undash().stroke();
    this.doc.restore();
  }

  /** A filled triangle of 8 px that points up or down: the sign for above or below a bound. */
  triangle(points: 'up' | 'down', x: number, y: number): void {
    const [base, tip] = points === 'up' ? [y + 7, y] : [y, y + 7];
    this.doc
      .moveTo(x, base)
      .lineTo(x + 8, base)
      .lineTo(x + 4, tip)
      .closePath()
      .fillColor(ink.text)
      .fill();
  }

  /** A number in a circle. */
  disc(text: string, x: number, y: number, radius = 8): void {
    this.doc.circle(x, y, radius).lineWidth(1).undash().fillAndStroke('#FFFFFF', ink.text);
    this.text(text, x - radius, y - 7, radius * 2, { size: 9.5, align: 'center' });
  }

  /** A QR code (error correction M) with a quiet zone of four modules, as large as `size`. */
  qr(text: string, x: number, y: number, size: number): void {
    const [code] = bwip.raw('qrcode', text, 'eclevel=M');
    if (!code || !('pixs' in code)) throw new Error('no QR code was made');
    const { pixs, pixx } = code;
    const module = size / (pixx + 8);
    for (const [i, dark] of pixs.entries())
      if (dark === 1)
        this.doc.rect(
          x + (4 + (i % pixx)) * module,
          y + (4 + Math.floor(i / pixx)) * module,
          module + 0.05,
          module + 0.05,
        );
    this.doc.fillColor(ink.text).fill();
  }

  /** Draws on every page once all are there: `draw(page, pages)`, pages from 1. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    for (let i = 0; i < this.pages; i++) {
      this.doc.switchToPage(i);
      draw(i + 1, this.pages);
    }
  }

  async finish(): Promise<void> {
    this.doc.end();
    await this.written;
  }
}

/** The font has no signs of its own for degrees and for bounds. */
const printable = (text: string): string =>
  text.replaceAll('℃', '°C').replaceAll('℉', '°F').replaceAll('≥', '>=').replaceAll('≤', '<=');

function cut(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let length = text.length - 1;
  while (length > 0 && !fits(`${text.slice(0, length)}…`)) length--;
  return `${text.slice(0, length)}…`;
}
