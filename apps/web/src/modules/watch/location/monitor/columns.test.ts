import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import { expect, test } from 'vitest';
import { drawerRow, monitorCells } from './columns';
import type { MonitorItem } from './model';

test('a terminal that was never heard of has no time since when, and says nothing of its doors', () => {
  const heardAt = (stateSince: number, state: MonitorItem['state']) =>
    // no more of it is looked at
    ({
      state,
      temps: [],
      live: { stateSince, doorOpen: [], humPct: [], fuelL: [] } as Partial<LiveVehicle>,
      info: { probes: [{ kind: 'door', channel: 1, name: '后门' }] },
    }) as unknown as MonitorItem;
  const never = drawerRow(heardAt(0, motionState.never));
  expect([never.doors, monitorCells.stateDuration?.(never)]).toEqual(['', '--']);
  const parked = drawerRow(heardAt(Date.now() - 60_000, motionState.parked));
  expect([parked.doors, monitorCells.stateDuration?.(parked)]).toEqual(['关', '1分']);
});
