import type { Area, Place } from './address';
import { tooLarge } from './fault';

/** Places in the lists below, one for each column of each area: a title over a whole sheet has as many as the sheet has columns. */
const maxEntries = 2_000_000;

/** Which cell holds the content of merged cells. Costs the areas and the columns that they cover as far as the sheet has any content, not their cells. */
export class Merges {
  /** areas of a column by their first row */
  private readonly byColumn = new Map<number, Area[]>();

  constructor(areas: readonly Area[], lastColumn: number) {
    let entries = 0;
    for (const area of [...areas].sort((a, b) => a.top - b.top)) {
      const right = Math.min(area.right, lastColumn);
      entries += Math.max(0, right - area.left + 1);
      if (entries > maxEntries) throw tooLarge('too many merged cells');
      for (let column = area.left; column <= right; column++) {
        const list = this.byColumn.get(column);
        if (list) list.push(area);
        else this.byColumn.set(column, [area]);
      }
    }
  }

  /** The first cell of the merged cells that a place belongs to (perhaps this place itself); null when it is not merged. */
  firstOf(row: number, column: number): Place | null {
    const list = this.byColumn.get(column);
    if (!list) return null;
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((list[middle]?.top ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const area = list[low];
    return area && area.top <= row && area.bottom >= row ? { row: area.top, column: area.left } : null;
  }
}
