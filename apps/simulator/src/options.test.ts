import { expect, it } from 'vitest';
import { mergeResults, shareTerminals } from './load-processes';
import { helpText, readOptions } from './options';
import { extraNames } from './terminal/extras';
import { faultNames } from './terminal/faults';

it('says every option and every fault', () => {
  const text = helpText();
  for (const name of ['--load', '--transport', '--photos', '--evidence', ...faultNames, '--extras', ...extraNames])
    expect(text).toContain(name);
});

it('takes faults by name, all of them at once, and refuses others', () => {
  expect(readOptions(['--faults', 'reboots, slow']).faults).toEqual(['reboots', 'slow']);
  expect(readOptions(['--faults', 'all']).faults).toEqual(faultNames);
  expect(readOptions([]).faults).toEqual([]);
  expect(() => readOptions(['--faults', 'reboot'])).toThrow(/unknown fault: reboot; there are duplicates/u);
  expect(() => readOptions(['--transport', 'radio'])).toThrow('--transport is tcp, udp or tls');
  // the last of two counts, by which the program starts itself anew with a share
  expect(readOptions(['--load', '20000', '--load', '5000']).load).toBe('5000');
});

it('takes what is sent beside reports by name', () => {
  expect(readOptions(['--extras', 'can,card']).extras).toEqual(['can', 'card']);
  expect(readOptions(['--extras', 'all']).extras).toEqual(extraNames);
  expect(() => readOptions(['--extras', 'cans'])).toThrow(/unknown extra: cans; there are waybill/u);
});

it('many terminals are shared by processes, and their results added up', () => {
  expect(shareTerminals(5_000)).toEqual([5_000]);
  expect(shareTerminals(20_000)).toEqual([5_000, 5_000, 5_000, 5_000]);
  expect(shareTerminals(5_001)).toEqual([2_500, 2_501]);
  const one = {
    sent: 10,
    acknowledged: 9,
    refused: 1,
    repeats: 0,
    reconnects: 2,
    extras: 3,
    ratePerSecond: 5,
    ackP50Ms: 1,
    ackP99Ms: 20,
    ackMaxMs: 30,
  };
  expect(mergeResults([one, { ...one, ackP99Ms: 7 }])).toMatchObject({
    sent: 20,
    acknowledged: 18,
    reconnects: 4,
    extras: 6,
    ratePerSecond: 10,
    ackP99Ms: 20,
  });
});
