/** Columns wider than this hold text, which may be cut; narrower ones hold figures, times and words that must be read whole. */
const textFrom = 160;
/** What is left of a text column at least. */
const leastShare = 0.6;

/**
 * Widths of columns in px for the room there is: where little is missing, columns of long text give it, so that the last one does not lie
 * under the actions. Where they cannot give enough, all keep their width and the table scrolls.
 */
export function fittedWidths(widths: readonly number[], room: number): number[] {
  const missing = widths.reduce((sum, width) => sum + width, 0) - room;
  const spare = (width: number): number => (width >= textFrom ? Math.floor(width * (1 - leastShare)) : 0);
  const spares = widths.reduce((sum, width) => sum + spare(width), 0);
  if (room <= 0 || missing <= 0 || missing > spares) return [...widths];
  return widths.map((width) => width - Math.ceil((spare(width) * missing) / spares));
}
