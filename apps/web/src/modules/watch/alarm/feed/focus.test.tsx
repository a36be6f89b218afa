// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { alarmUrgency } from '@tongda/contract/watch/alarm/urgency';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { AlarmSide } from '../detail/side';
import { alarmRow } from '../handle/test-row';
import { feedGroups } from './lines';
import { FeedGroups } from './rows';

stubDocument();
logInForTest();
afterEach(cleanup);
// the alarm itself is still on its way
vi.stubGlobal('fetch', () => new Promise(() => undefined));

const rows = ['1', '2', '3'].map((id) => alarmRow(id, { urgency: alarmUrgency.fresh }));
const nothing = (): void => undefined;

function Desk({ alarms, open }: { alarms: readonly AlarmRow[]; open: boolean }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <main tabIndex={-1}>
          <FeedGroups groups={feedGroups(alarms)} fresh={new Set()} now={0} chosenId={null} mayHandle onPick={nothing}>
            {null}
          </FeedGroups>
          {open ? <AlarmSide id="2" handle choose={nothing} toVehicle={nothing} close={nothing} /> : null}
        </main>
      </MemoryRouter>
    </QueryClientProvider>
  );
}
/** Everything that waits for the end of the drawing has run. */
const settled = () => act(async () => undefined);
const verbs = () => screen.getAllByRole('button', { name: '处理' });
const plateWithKeyboard = () =>
  document.activeElement?.closest('li')?.querySelector('b')?.textContent?.replace('·', '');

test('an alarm that is over leaves the keyboard to the line that takes its place', () => {
  const { rerender } = render(<Desk alarms={rows} open={false} />);
  const before = verbs().length;
  act(() => verbs()[1]?.focus());
  const gone = plateWithKeyboard();
  rerender(<Desk alarms={rows.filter(({ plateNo }) => plateNo !== gone)} open={false} />);
  expect(verbs()).toHaveLength(before - 1);
  expect(document.activeElement).toBe(verbs()[1]);
});

test('the alarm in the column gives the keyboard back to its line, also when that one was handled', async () => {
  const { rerender } = render(<Desk alarms={rows} open={false} />);
  act(() => verbs()[1]?.focus());
  const opened = plateWithKeyboard();
  const type = () => act(() => screen.getByRole('button', { name: '关闭报警详情' }).focus());
  rerender(<Desk alarms={rows} open />);
  type();
  rerender(<Desk alarms={rows} open={false} />);
  await settled();
  expect(plateWithKeyboard()).toBe(opened);
  rerender(<Desk alarms={rows} open />);
  type();
  // a form that is being sent switches its fields off
  act(() => screen.getByRole('button', { name: '关闭报警详情' }).blur());
  const left = rows.filter(({ plateNo }) => plateNo !== opened);
  rerender(<Desk alarms={left} open />);
  rerender(<Desk alarms={left} open={false} />);
  await settled();
  expect(document.activeElement).toBe(verbs()[1]);
});

test('the column and the line may go at the same moment', async () => {
  const { rerender } = render(<Desk alarms={rows} open={false} />);
  act(() => verbs()[1]?.focus());
  const opened = plateWithKeyboard();
  rerender(<Desk alarms={rows} open />);
  act(() => screen.getByRole('button', { name: '关闭报警详情' }).focus());
  rerender(<Desk alarms={rows.filter(({ plateNo }) => plateNo !== opened)} open={false} />);
  await settled();
  expect(document.activeElement).toBe(verbs()[1]);
});
