// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { SafetyType } from '@tongda/contract/rules/alarm-rule/field';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { stubDocument } from '../../../kit/test-document';
import { ThemeProvider } from '../../../theme/provider';
import { SafetyTable } from './row-fields';

stubDocument();
afterEach(cleanup);

function Form({ first }: { first: SafetyType[] }) {
  const [value, setValue] = useState(first);
  return (
    <ThemeProvider>
      <SafetyTable value={value} onChange={setValue} />
    </ThemeProvider>
  );
}
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
/** Without the row of the head. */
const rows = (): number => screen.getAllByRole('row').length - 1;

test('a rule that exists shows the alarms of its kinds of devices; ticking all of another kind adds its rows', () => {
  render(<Form first={[{ type: 188, minKmh: 50, level: 0 }]} />);
  expect(rows()).toBe(4);
  fireEvent.click(box('高级驾驶辅助'));
  expect(rows()).toBe(7);
});

test('a new rule goes on showing all alarms when the first one is ticked, and an unticked one leaves the rows as they are', () => {
  render(<Form first={[]} />);
  expect(rows()).toBe(11);
  fireEvent.click(box('抽烟'));
  expect(rows()).toBe(11);
  fireEvent.click(box('前向碰撞'));
  fireEvent.click(box('抽烟'));
  expect(rows()).toBe(11);
  // the kinds decide: without the driver's camera its rows are gone
  fireEvent.click(box('驾驶员状态监测'));
  expect(rows()).toBe(7);
  expect(screen.queryByRole('checkbox', { name: '抽烟' })).toBeNull();
});
