/** What does something of its own when it is clicked: words, boxes to tick, and the cell of the row's actions with the space between them. */
const ownClicks = 'a, button, input, label, [role="button"], .td-actions, .ant-table-selection-column';

/**
 * Whether a click opens the row that it fell into: neither one on a word or box of the row, nor the end of marking a text, nor one in a menu or dialog, which
 * React hands on to the row from which it was opened.
 */
export function isRowClick(row: Element, target: EventTarget): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  return target.closest(ownClicks) === null && String(window.getSelection() ?? '') === '';
}
