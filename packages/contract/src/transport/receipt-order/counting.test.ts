import { describe, expect, it } from 'vitest';
import { correctionWords, type ReceiptLine, receiptProblem, spreadCount, sumReceipt } from './counting';

const line = (more: Partial<ReceiptLine> = {}): ReceiptLine => ({
  planPieces: 120,
  receivePieces: 120,
  receiveWeightKg: 960,
  receiveVolumeM3: 6.2,
  damagedPieces: 0,
  productTempC: -19.5,
  ...more,
});

describe('sumReceipt', () => {
  it('does not balance what is missing of one line with what another has too much', () => {
    expect(
      sumReceipt([line({ receivePieces: 118 }), line({ planPieces: 10, receivePieces: 11, productTempC: -18 })]),
    ).toMatchObject({ planPieces: 130, receivePieces: 129, shortPieces: 2, overPieces: 1, productTempC: -18 });
  });
});

describe('receiptProblem (transport.md A12)', () => {
  const cold = { cold: true, reason: false };
  it.each([
    [line(), cold, null],
    [line({ receivePieces: 0, receiveWeightKg: 0, receiveVolumeM3: 0, productTempC: null }), cold, null],
    [line({ receivePieces: 121 }), cold, '实收121件多于计划120件，请填写多货原因'],
    [line({ receivePieces: 132 }), { cold: true, reason: true }, null],
    [line({ receivePieces: 133 }), { cold: true, reason: true }, '实收133件超过计划120件的110%'],
    [line({ damagedPieces: 121 }), cold, '破损121件多于实收120件'],
    [line({ productTempC: null }), cold, '冷藏、冷冻货物请填写货温'],
    [line({ productTempC: null }), { cold: false, reason: false }, null],
    [line({ receiveWeightKg: 0 }), cold, '请填写实收重量和体积'],
  ])('%j %j → %s', (given, of, problem) => {
    expect(receiptProblem(given, of)).toBe(problem);
  });
});

describe('spreadCount', () => {
  it('keeps every sum exact whatever is missing', () => {
    const plans = [
      { pieces: 3, weightKg: 100, volumeM3: 0.333 },
      { pieces: 3, weightKg: 100, volumeM3: 0.333 },
      { pieces: 4, weightKg: 133.33, volumeM3: 0.445 },
    ];
    expect(spreadCount(plans, { pieces: 10, damaged: 1, weightKg: 333.33, volumeM3: 1.111 })).toEqual([
      { pieces: 3, damaged: 0, weightKg: 100, volumeM3: 0.333 },
      { pieces: 3, damaged: 0, weightKg: 100, volumeM3: 0.333 },
      { pieces: 4, damaged: 1, weightKg: 133.33, volumeM3: 0.445 },
    ]);
    for (const pieces of [0, 1, 7, 9]) {
      const parts = spreadCount(plans, { pieces, damaged: 0, weightKg: 299.99, volumeM3: 1.007 });
      expect(parts.reduce((n, part) => n + part.pieces, 0)).toBe(pieces);
      expect(parts.reduce((n, part) => n + part.weightKg, 0)).toBeCloseTo(299.99, 6);
      expect(parts.reduce((n, part) => n + part.volumeM3, 0)).toBeCloseTo(1.007, 6);
    }
  });
});

describe('correctionWords', () => {
  it('names what changed and nothing else', () => {
    const before = [
      { ...line(), cargoName: '速冻水饺' },
      { ...line({ productTempC: null }), cargoName: '鸡翅' },
    ];
    expect(correctionWords(before, [line({ receivePieces: 118, receiveWeightKg: 944 }), line()])).toBe(
      '速冻水饺 件数120→118 重量960→944；鸡翅 货温空→-19.5',
    );
    expect(correctionWords([{ ...line(), cargoName: '速冻水饺' }], [line()])).toBe('');
  });
});
