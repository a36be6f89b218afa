import { expect, test } from 'vitest';
import { shareLetters } from './letters';

type Letters = Parameters<typeof shareLetters>[0];

test('a letter is drawn once for all maps of a page, and once for each font', () => {
  const drawn: string[] = [];
  const newMap = (): Letters => {
    const letters: Letters = {
      createRasterizer: ({ fontFamily = '' }, padding) => {
        // what a map asks of a rasterizer is its room and `draw`; no canvas is here to make a real one
        const rasterizer = { buffer: padding, draw: (text: string) => ({ made: drawn.push(`${fontFamily} ${text}`) }) };
        return rasterizer as unknown as ReturnType<Letters['createRasterizer']>;
      },
    };
    shareLetters(letters);
    return letters;
  };
  const first = newMap().createRasterizer({ fontFamily: 'A' }, 6).draw('沪');
  const second = newMap().createRasterizer({ fontFamily: 'A' }, 6).draw('沪');
  expect(second).toBe(first);
  newMap().createRasterizer({ fontFamily: 'A' }, 6).draw('宁');
  newMap().createRasterizer({ fontFamily: 'B' }, 6).draw('沪');
  expect(drawn).toEqual(['A 沪', 'A 宁', 'B 沪']);
});
