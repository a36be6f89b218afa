// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useOneStop } from './use-one-stop';

afterEach(cleanup);

function List({ names }: { names: readonly string[] }) {
  const stop = useOneStop(names.length);
  return (
    <div {...stop.keys}>
      {names.map((name, i) => (
        <button key={name} type="button" tabIndex={stop.tabIndexOf(i)}>
          {name}
        </button>
      ))}
    </div>
  );
}
const stops = (): string[] =>
  screen
    .getAllByRole('button')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent ?? '');
const press = (key: string): string => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return document.activeElement?.textContent ?? '';
};

test('a list is one stop of the tab key; the arrows go through it, and it is come back to where one was', () => {
  const { rerender } = render(<List names={['一', '二', '三']} />);
  expect(stops()).toEqual(['一']);
  screen.getByText('一').focus();
  expect([press('ArrowDown'), press('End'), press('ArrowDown'), press('ArrowUp'), press('Home')]).toEqual([
    '二',
    '三',
    '三',
    '二',
    '一',
  ]);
  press('End');
  expect(stops()).toEqual(['三']);
  // a shorter list still has its stop
  rerender(<List names={['一', '二']} />);
  expect(stops()).toEqual(['二']);
});
