import { expect, it } from 'vitest';
import { instructionSending } from '../../resources/device/enums';
import { commandKind } from './kind';
import { againStates } from './life';
import { staffKinds, staffMayRepeat } from './staff';

it('staff are offered to give again what they may send themselves, and nothing that only others give', () => {
  const offered = commandKind.codes.filter((kind) => staffMayRepeat({ kind, state: instructionSending.refused }));
  expect(new Set(offered)).toEqual(new Set(staffKinds));
  for (const kind of ['cut', 'photo', 'upgrade'] as const)
    expect(staffMayRepeat({ kind, state: instructionSending.noAnswer })).toBe(false);
});

it('staff are offered to give again only what came to nothing', () => {
  const offered = instructionSending.codes.filter((state) => staffMayRepeat({ kind: 'restart', state }));
  expect(new Set(offered)).toEqual(new Set(againStates));
});
