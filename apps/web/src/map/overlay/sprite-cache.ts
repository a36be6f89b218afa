import type { MotionState } from '@tongda/contract/core/live';
import type { ThemeMode } from '../../theme/palette';
import { mapColour, mapFont } from '../base/tokens';
import { drawAlarmRing, drawSymbol } from './vehicle-symbols';

/** A picture drawn once and copied often; `width` and `height` in px of the screen. */
export interface Sprite {
  image: HTMLCanvasElement;
  width: number;
  height: number;
}

/** Arrows are drawn in steps of this many degrees. */
const headingStep = 6;
const symbolBox = 32;
/** Labels kept; beyond it the oldest go. */
const maxLabels = 1_500;
export const labelHeight = 18;

/** Pictures of symbols and labels for one theme and pixel density. */
export class SpriteCache {
  readonly #symbols = new Map<number, Sprite>();
  readonly #labels = new Map<string, Sprite>();
  readonly #widths = new Map<string, number>();
  readonly #ruler: CanvasRenderingContext2D | null;

  constructor(
    readonly mode: ThemeMode,
    readonly density: number,
    readonly scale: number,
  ) {
    this.#ruler = document.createElement('canvas').getContext('2d');
  }

  symbol(state: MotionState, headingDeg: number, alarm: boolean): Sprite {
    const step = state === 1 ? Math.round(headingDeg / headingStep) % (360 / headingStep) : 0;
    const key = state * 1000 + step * 2 + (alarm ? 1 : 0);
    const known = this.#symbols.get(key);
    if (known) return known;
    const made = this.#draw(symbolBox * this.scale, symbolBox * this.scale, (pen) => {
      pen.translate((symbolBox * this.scale) / 2, (symbolBox * this.scale) / 2);
      pen.scale(this.scale, this.scale);
      if (alarm) drawAlarmRing(pen, this.mode);
      drawSymbol(pen, state, step * headingStep, this.mode);
    });
    this.#symbols.set(key, made);
    return made;
  }

  /** Width of a label, px. */
  labelWidth(text: string, bold: boolean): number {
    const key = `${bold ? 'b' : ''}${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size > 20_000) this.#widths.clear();
      if (this.#ruler) this.#ruler.font = this.labelFont(bold);
      width = Math.ceil(this.#ruler?.measureText(text).width ?? text.length * 12);
      this.#widths.set(key, width);
    }
    return width;
  }

  labelFont(bold: boolean): string {
    return `${bold ? 600 : 400} ${12 * this.scale}px ${mapFont}`;
  }

  /** Text with a halo in the colour of the ground. */
  label(text: string, colour: string, bold: boolean): Sprite {
    const key = `${colour}${bold ? 'b' : ''}${text}`;
    const known = this.#labels.get(key);
    if (known) return known;
    const width = this.labelWidth(text, bold) + 6;
    const height = labelHeight * this.scale;
    const made = this.#draw(width, height, (pen) => {
      pen.font = this.labelFont(bold);
      pen.textBaseline = 'middle';
      pen.lineJoin = 'round';
      pen.lineWidth = 3.5;
      pen.strokeStyle = mapColour('symbolEdge', this.mode);
      pen.strokeText(text, 3, height / 2 + 0.5);
      pen.fillStyle = colour;
      pen.fillText(text, 3, height / 2 + 0.5);
    });
    if (this.#labels.size >= maxLabels) {
      const oldest = this.#labels.keys().next().value;
      if (oldest !== undefined) this.#labels.delete(oldest);
    }
    this.#labels.set(key, made);
    return made;
  }

  #draw(width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void): Sprite {
    const image = document.createElement('canvas');
    image.width = Math.ceil(width * this.density);
    image.height = Math.ceil(height * this.density);
    const pen = image.getContext('2d');
    if (pen) {
      pen.scale(this.density, this.density);
      paint(pen);
    }
    return { image, width: image.width / this.density, height: image.height / this.density };
  }
}
