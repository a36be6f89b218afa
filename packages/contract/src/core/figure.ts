/** Numbers as people write them: one decimal at most, none where it is nought, the typographic minus. */
export const figureText = (value: number): string => String(Math.round(value * 10) / 10).replace('-', '−');

/** A temperature in a sentence: `−20.5℃`, which no line breaks. */
export const degreesText = (tempC: number): string => `${figureText(tempC)}℃`;

/** A number as it was entered, with the typographic minus; '' for none. */
export const signedText = (value: number | null): string => (value === null ? '' : String(value).replace('-', '−'));

/** A range in a sentence: `−25~−18℃`; an open end is left out: `~8℃`. */
export const rangeText = (lower: number | null, upper: number | null, unit = ''): string =>
  `${signedText(lower)}~${signedText(upper)}${unit}`;

/** The text on one line: its spaces do not break. For dates and ranges that stand in cells and sentences. */
export const noBreak = (text: string): string => text.replaceAll(' ', '\u00A0');
