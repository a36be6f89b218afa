import { expect, test } from 'vitest';
import { readListState } from '../../kit/list/url';
import { oilCurveOf } from './oil-curve';

test('shows the level from two hours before to two hours after, over midnight too', () => {
  const address = oilCurveOf({
    id: '1',
    vehicleId: '1043',
    startTime: '2026-03-01 01:10:00',
    endTime: '2026-03-01 22:30:00',
  });
  expect(readListState(new URLSearchParams(address.split('?')[1])).filters).toEqual({
    vehicleIds: ['1043'],
    startTime: '2026-02-28 23:10:00',
    endTime: '2026-03-02 00:30:00',
  });
});
