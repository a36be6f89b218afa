/** Height of a row of a dense table, px: lower in a low window, as in the style. */
export const rowHeight = (windowHeight: number): number => (windowHeight < 820 ? 30 : 32);
