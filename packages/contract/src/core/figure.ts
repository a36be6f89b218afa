/** Numbers as people write them: one decimal at most, none where it is nought, the typographic minus. */
export const figureText = (value: number): string => String(Math.round(value * 10) / 10).replace('-', '−');

/** A temperature in a sentence: `−20.5℃`, which no line breaks. */
export const degreesText = (tempC: number): string => `${figureText(tempC)}℃`;
