import { keysOf } from '@tongda/contract/core/keys';
import { brandColours } from './brand-colours';
import { type ColourName, colours } from './colours';
import { mapControls } from './map-colours';

export type ThemeMode = 'light' | 'dark';

let ofBrand: Partial<Record<ColourName, readonly [light: string, dark: string]>> = {};

/** From now on the action colours are those of a brand (`#rrggbb`), or the platform's again. */
export function brandPalette(hex: string | null): void {
  ofBrand = hex === null ? {} : brandColours(hex);
}

/** Hex value of a colour in a theme, for canvas and charts; CSS uses `var(--td-<name>)`. */
export const colour = (name: ColourName, mode: ThemeMode): string =>
  (ofBrand[name] ?? colours[name])[mode === 'dark' ? 1 : 0];

/** `#rrggbb` seen through, for canvas and charts; `alpha` 0..1. CSS uses `color-mix(in srgb, var(--td-<name>) 10%, transparent)`. */
export function translucentColour(hex: string, alpha: number): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgba(${r},${g},${b},${alpha})`;
}

/** `:root` rules that carry the palette to our own CSS. */
export function paletteCss(): string {
  const block = (mode: ThemeMode): string =>
    keysOf(colours)
      .map((name) => `--td-${name}:${colour(name, mode)}`)
      .join(';');
  const controls = keysOf(mapControls).flatMap((name) =>
    mapControls[name].map((hex, i) => `--td-map-${i === 0 ? 'light' : 'dark'}-${name}:${hex}`),
  );
  return `:root{${controls.join(';')}}:root{${block('light')}}:root[data-theme=dark]{${block('dark')}}`;
}
