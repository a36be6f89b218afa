import { keysOf } from '@tongda/contract/core/keys';
import { brandColours } from './brand-colours';
import { type ColourName, colours } from './colours';

export type ThemeMode = 'light' | 'dark';

let ofBrand: Partial<Record<ColourName, readonly [light: string, dark: string]>> = {};

/** From now on the action colours are those of a brand (`#rrggbb`), or the platform's again. */
export function brandPalette(hex: string | null): void {
  ofBrand = hex === null ? {} : brandColours(hex);
}

/** Hex value of a colour in a theme, for canvas and charts; CSS uses `var(--td-<name>)`. */
export const colour = (name: ColourName, mode: ThemeMode): string =>
  (ofBrand[name] ?? colours[name])[mode === 'dark' ? 1 : 0];

/** `:root` rules that carry the palette to our own CSS. */
export function paletteCss(): string {
  const block = (mode: ThemeMode): string =>
    keysOf(colours)
      .map((name) => `--td-${name}:${colour(name, mode)}`)
      .join(';');
  return `:root{${block('light')}}:root[data-theme=dark]{${block('dark')}}`;
}
