// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ThemeProvider } from '../../../theme/provider';
import { stubDocument } from '../../test-document';
import { ClockRange } from './clock-range';

stubDocument();
afterEach(cleanup);

const told: Array<[string, string]> = [];

/** In a form that draws itself again whenever Enter sends it, as the filter bars do. */
function Page() {
  const [pair, setPair] = useState<[string, string]>(['00:00', '23:59']);
  const [sent, setSent] = useState(0);
  return (
    <ThemeProvider>
      <form
        data-sent={sent}
        onKeyDown={({ key }) => {
          if (key === 'Enter') setSent(sent + 1);
        }}
      >
        <ClockRange
          label="时段"
          value={[...pair]}
          onChange={(next) => {
            told.push(next);
            setPair(next);
          }}
        />
      </form>
    </ThemeProvider>
  );
}

function show(): HTMLInputElement[] {
  told.length = 0;
  render(<Page />);
  // both boxes have the label
  return screen.getAllByLabelText('时段') as HTMLInputElement[];
}
const type = (input: HTMLElement | undefined, value: string): void => {
  if (!input) throw new Error('there is no such box');
  act(() => input.focus());
  fireEvent.change(input, { target: { value } });
};

test('two times that are typed, each ended by Enter, both count', async () => {
  const [from, until] = show();
  type(from, '06:00');
  if (from) fireEvent.keyDown(from, { key: 'Enter' });
  await waitFor(() => expect(document.activeElement).toBe(until));
  type(until, '20:00');
  if (until) fireEvent.keyDown(until, { key: 'Enter' });
  await waitFor(() => expect(told).toEqual([['06:00', '20:00']]));
  expect([from?.value, until?.value]).toEqual(['06:00', '20:00']);
});

test('one time that is typed counts when the boxes are left, over midnight too', async () => {
  const [, until] = show();
  type(until, '05:30');
  fireEvent.mouseDown(document.body);
  if (until) fireEvent.blur(until);
  await waitFor(() => expect(told).toEqual([['00:00', '05:30']]));
});
