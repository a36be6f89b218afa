import type { Map as GlMap } from 'maplibre-gl';

type Letters = Pick<GlMap['style']['glyphManager'], 'createRasterizer'>;
type Letter = ReturnType<ReturnType<Letters['createRasterizer']>['draw']>;

/** Letters that the maps of this page have drawn: by font, by letter. The names of the bundled map have some hundred of them. */
const drawn = new Map<string, Map<string, Letter>>();

/** Lets a map that has drawn nothing yet take the letters that maps before it have drawn, as drawing one takes the processor half a millisecond. */
export function shareLetters(letters: Letters): void {
  const make = letters.createRasterizer;
  letters.createRasterizer = (font, padding) => {
    const rasterizer = make(font, padding);
    const key = JSON.stringify([font, padding]);
    const known = drawn.get(key) ?? new Map<string, Letter>();
    drawn.set(key, known);
    const draw = rasterizer.draw.bind(rasterizer);
    rasterizer.draw = (text) => {
      const letter = known.get(text) ?? draw(text);
      known.set(text, letter);
      return letter;
    };
    return rasterizer;
  };
}
