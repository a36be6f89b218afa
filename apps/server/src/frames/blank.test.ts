import { fromHex, toHex } from '@tongda/protocol/bytes';
import { expect, it } from 'vitest';
import { blankSecrets } from './blank';

const blank = (hex: string): string => toHex(blankSecrets(fromHex(hex)));
const phone = '013900000001';
const long = '0100000000013900000001';
const star = (bytes: number): string => '2a'.repeat(bytes);

it('a code that lets a terminal in is stars, in every edition', () => {
  expect(blank(`01020004${phone}000131323334`)).toBe(`01020004${phone}0001${star(4)}`);
  expect(blank(`01024028${long}00010431323334${'41'.repeat(15)}${'42'.repeat(20)}`)).toBe(
    `01024028${long}000104${star(4)}${'41'.repeat(15)}${'42'.repeat(20)}`,
  );
  // a header of 2019 before a body of 2013: where the code ends is not sure
  expect(blank(`01024004${long}000131323334`)).toBe(`01024004${long}0001${star(4)}`);
  expect(blank(`81000007${phone}000100050031323334`)).toBe(`81000007${phone}0001000500${star(4)}`);
  expect(blank(`81000003${phone}0001000503`)).toBe(`81000003${phone}0001000503`);
});

it('so is what locks are told, and a part or a damaged frame of any of them', () => {
  expect(blank(`89000003${phone}0001f60102`)).toBe(`89000003${phone}0001f6${star(2)}`);
  expect(blank(`09000003${phone}0001410102`)).toBe(`09000003${phone}0001410102`);
  expect(blank(`81002004${phone}00010002000231323334`)).toBe(`81002004${phone}000100020002${star(4)}`);
  expect(blank(`01020009${phone}000131323334`)).toBe(`01020009${phone}0001${star(4)}`);
});

it('everything else is shown as it came', () => {
  expect(blank(`00020000${phone}0001`)).toBe(`00020000${phone}0001`);
  expect(blank(`02000001${phone}0001ff`)).toBe(`02000001${phone}0001ff`);
});
