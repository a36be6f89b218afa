import { afterEach, describe, expect, test } from 'vitest';
import { antdTheme } from './antd';
import { brandColours } from './brand-colours';
import { brandPalette, colour, paletteCss } from './palette';

afterEach(() => brandPalette(null));

const channel = (hex: string, at: number): number => {
  const x = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

describe('themeColor', () => {
  test('a colour that is readable stays as it is', () => {
    expect(brandColours('#1d6b3a').fill?.[0]).toBe('#1D6B3A');
    expect(brandColours('#1d6b3a').primary?.[0]).toBe('#1D6B3A');
  });

  test.each(['#ffe34d', '#c2571a', '#ffffff', '#000000', '#00bcd4', '#7a1fa2'])(
    '%s: words on buttons and links hold AA in both themes',
    (hex) => {
      const { fill, primary, 'primary-soft': soft, 'fill-hover': hover } = brandColours(hex);
      for (const one of [...(fill ?? []), ...(hover ?? [])])
        expect(contrast(one, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#FFFFFF', '#F3F4F7', soft?.[0] ?? ''])
        expect(contrast(primary?.[0] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(primary?.[1] ?? '', '#161A21')).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the platform’s own buttons too, also under the pointer', () => {
    for (const mode of ['light', 'dark'] as const)
      expect(contrast(colour('fill-hover', mode), '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });

  test('reaches our CSS, canvas colours and antd; without a brand the platform’s own blue is back', () => {
    const plain = colour('fill', 'light');
    brandPalette('#1d6b3a');
    expect(colour('fill', 'light')).toBe('#1D6B3A');
    expect(paletteCss()).toContain('--td-fill:#1D6B3A');
    expect(antdTheme('light').token?.colorPrimary).toBe('#1D6B3A');
    expect(colour('red', 'light')).toBe('#C62E27');
    brandPalette(null);
    expect(colour('fill', 'light')).toBe(plain);
  });
});
