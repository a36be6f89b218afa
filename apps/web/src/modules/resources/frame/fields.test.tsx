// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { FrameShown } from '@tongda/contract/resources/frame/calls';
import { afterEach, expect, test, vi } from 'vitest';
import { FrameView } from './fields';

afterEach(cleanup);

const field = (offset: number, group: string) => ({
  offset,
  length: 1,
  group,
  name: '报警标志',
  hex: '00',
  value: '',
  clause: '',
});
const frame: FrameShown = {
  kind: 'whole',
  hex: '00000000',
  msgId: '0704',
  name: '定位数据批量上传',
  clause: '',
  edition: '2013',
  phone: '',
  faults: [],
  fields: [field(0, '位置 1'), field(1, '位置 12'), field(2, '位置 12 · 附加项 1'), field(3, '位置 13')],
};

test('the position that an alarm began with is marked with all of its fields, and comes into sight', () => {
  const seen: string[] = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    seen.push(this.textContent ?? '');
  });
  render(<FrameView frame={frame} group="位置 12" />);
  expect(seen).toEqual(['位置 12']);
  const marked = screen
    .getAllByText(/^位置/u)
    .filter((cell) => cell.closest('tr')?.getAttribute('aria-current') === 'true');
  expect(marked.map(({ textContent }) => textContent)).toEqual(['位置 12', '位置 12 · 附加项 1']);
});

test('a frame of one position stays where it begins', () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  render(<FrameView frame={frame} />);
  expect(scroll).not.toHaveBeenCalled();
});
