// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { isRowClick } from './row-click';

afterEach(() => {
  document.body.innerHTML = '';
  window.getSelection()?.removeAllRanges();
});

/** Whether a click on what `selector` finds opens the row. */
function opens(selector: string): boolean {
  document.body.innerHTML = `<div id="menu"><button>转维修</button></div>
    <table><tbody><tr id="row"><td class="ant-table-selection-column"><input type="checkbox"></td><td id="cell">18.2</td><td><a>沪A1</a></td>
      <td class="td-actions" id="actions"><button>详情</button></td></tr></tbody></table>`;
  const [row, target] = [document.querySelector('#row'), document.querySelector(selector)];
  if (!row || !target) throw new Error(`nothing at ${selector}`);
  return isRowClick(row, target);
}

test.each([
  ['#cell', true],
  ['a', false],
  ['td button', false],
  ['#actions', false],
  ['input', false],
  ['#menu button', false],
  ['#menu', false],
])('a click on %s opens the row: %s', (selector, expected) => expect(opens(selector)).toBe(expected));

test('who has marked a text wants to copy it', () => {
  expect(opens('#cell')).toBe(true);
  const cell = document.querySelector('#cell');
  if (cell) window.getSelection()?.selectAllChildren(cell);
  expect(isRowClick(document.querySelector('#row') ?? document.body, cell ?? document.body)).toBe(false);
});
