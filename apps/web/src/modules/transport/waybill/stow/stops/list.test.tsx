// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { StopList } from './list';

afterEach(cleanup);

const stop = (seq: number, stopType: number) => ({
  ...{ seq, stopType, name: `站${seq}`, address: '', phone: '', planArriveTime: null, windowStart: null },
  ...{
    windowEnd: null,
    etaTime: null,
    late: 'onTime',
    lateMin: null,
    arriveTime: null,
    leaveTime: null,
    stopStatus: 0,
  },
});
const leg = (orderCode: string, loadPieces: number, loadCounted: boolean, unloadPieces: number | null = null) => ({
  ...{ orderCode, fromSeq: 1, toSeq: 2, planPieces: 120, loadPieces, loadCounted, unloadPieces },
});
const shown = (legs: object[], actualDepartTime: string | null = null): string[] => {
  // only what the list reads
  const waybill = { stops: [stop(1, 1), stop(2, 2)], legs, actualDepartTime } as unknown as WaybillDetail;
  render(
    <MemoryRouter>
      <StopList waybill={waybill} />
    </MemoryRouter>,
  );
  const words = screen.getAllByRole('listitem').map((item) => /(\d+) 件/u.exec(item.textContent ?? '')?.[1] ?? '');
  cleanup();
  return words;
};

test('pieces at a stop are those that were counted, also none; planned ones while nobody counted', () => {
  expect(shown([leg('DD1', 0, false)])).toEqual(['120', '120']);
  expect(shown([leg('DD1', 0, true)])).toEqual(['0', '0']);
  expect(shown([leg('DD1', 100, true)])).toEqual(['100', '100']);
  expect(shown([leg('DD1', 100, true, 98)], '2026-11-20 08:00:00')).toEqual(['100', '98']);
  expect(shown([leg('DD1', 120, false)], '2026-11-20 08:00:00')).toEqual(['120', '120']);
});
