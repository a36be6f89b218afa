import { orderColumns } from '@tongda/contract/transport/order/calls';
import { expect, it } from 'vitest';
import { fittedWidths, wishedWidth } from '../../../kit/table/fitted-widths';

/** px of a window that are no columns: menu and edges, ticks, and the words of a row. */
const beside = { frame: 220, ticks: 34, words: 122 };

/** Columns of the first view that a window of so many px shows whole, without scrolling. */
function inSight(windowPx: number): string[] {
  const room = windowPx - beside.frame - beside.ticks - beside.words;
  const shown = orderColumns.filter(({ hidden }) => !hidden);
  const widths = fittedWidths(
    shown.map((column) => wishedWidth(column, room)),
    room,
    new Set([0]),
  );
  let right = 0;
  return shown.flatMap(({ value }, i) => {
    right += widths[i] ?? 0;
    return right <= room ? [value] : [];
  });
}

it.each([1366, 1440, 1920])(
  'a window of %i px shows where an order goes, when it is due, with whom and when it comes',
  (px) => {
    expect(inSight(px)).toEqual(
      expect.arrayContaining(['orderCode', 'orderStatus', 'shipArea', 'receiveArea', 'arriveTo', 'plateNo', 'etaTime']),
    );
  },
);
