// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { opensAtClass, useKeptScroll } from './use-kept-scroll';

interface ShownProps {
  address: string;
  opensAt?: string;
  ready?: boolean;
}

/** A table of 400 px: a plate, 30 days of 56 px and 100 px of actions that stay at the right. */
function Shown({ address, opensAt, ready = true }: ShownProps) {
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, { selector: '.body', address, ready, opensAt });
  return (
    <div ref={box}>
      {ready ? (
        <table className="body">
          <tbody>
            <tr>
              <td data-left="0" data-width="106" />
              <td className={opensAt ? opensAtClass : 'day'} data-left="1730" data-width="56" />
              <td className="ant-table-cell-fix-end" data-left="1786" data-width="100" />
            </tr>
          </tbody>
        </table>
      ) : null}
    </div>
  );
}

// jsdom lays nothing out
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.left);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.width);
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const bodyOf = (root: HTMLElement): HTMLElement => {
  const body = root.querySelector<HTMLElement>('.body');
  if (!body) throw new Error('no table');
  return body;
};
const scroll = (element: HTMLElement, left: number): void => {
  element.scrollLeft = left;
  fireEvent.scroll(element);
};

test('a table opens where its newest day ends before the actions; one without such a column opens at its first', () => {
  const { container } = render(<Shown address="/a" opensAt="11-30" />);
  expect(bodyOf(container).scrollLeft).toBe(1730 + 56 - (400 - 100));
  cleanup();
  expect(bodyOf(render(<Shown address="/b" />).container).scrollLeft).toBe(0);
});

test('sorting leaves the columns where they are, another range opens anew, and one returns to where one was', () => {
  const { container, rerender } = render(<Shown address="/c" opensAt="11-30" />);
  const body = bodyOf(container);
  scroll(body, 0);
  rerender(<Shown address="/c?sort=total" opensAt="11-30" />);
  expect(body.scrollLeft).toBe(0);
  rerender(<Shown address="/c?endTime=12-31" opensAt="12-31" />);
  expect(body.scrollLeft).toBe(1486);
  scroll(body, 300);
  cleanup();
  expect(bodyOf(render(<Shown address="/c?endTime=12-31" opensAt="12-31" />).container).scrollLeft).toBe(300);
});
