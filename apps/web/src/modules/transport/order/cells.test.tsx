import { orderStatus } from '@tongda/contract/transport/enums';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { isUrgent, OrderMarks } from './cells';
import { OrderStatusRing } from './status-ring';

it('calls an order urgent two hours before it is due, by the clock of its company', () => {
  const order = { orderStatus: orderStatus.toDispatch, arriveTo: '2026-07-05 12:00:00' };
  // noon in Shanghai is 04:00 UTC, in Berlin 10:00 UTC
  const at = (utc: string) => Date.parse(`2026-07-05T${utc}:00Z`);
  expect(isUrgent(order, at('02:01'), 'Asia/Shanghai')).toBe(true);
  expect(isUrgent(order, at('01:59'), 'Asia/Shanghai')).toBe(false);
  expect(isUrgent(order, at('02:01'), 'Europe/Berlin')).toBe(false);
  expect(isUrgent(order, at('08:01'), 'Europe/Berlin')).toBe(true);
  expect(isUrgent({ ...order, orderStatus: orderStatus.inTransit }, at('08:01'), 'Europe/Berlin')).toBe(false);
});

it('marks an order whose receiver refused pieces', () => {
  const marksOf = (rejectPieces: number | null): string =>
    renderToStaticMarkup(<OrderMarks order={{ splitFlag: 0, merged: false, priority: 1, rejectPieces }} />);
  expect(marksOf(3)).toMatch(/transport-order-urgent[^>]*>拒</u);
  expect([marksOf(0), marksOf(null)]).toEqual(['', '']);
});

it('shows each state of an order by another shape', () => {
  const shapes = orderStatus.codes.map((value) =>
    renderToStaticMarkup(<OrderStatusRing status={value} />).replace(/ data-status="\d"|<\/svg>.*/gu, ''),
  );
  // 待调度 differs from the bare ring by its dashes, which the style gives
  expect(new Set(shapes).size).toBe(shapes.length);
});
