import { expect, test } from 'vitest';
import { countOf, countScan, piecesByLine, readLabel, type Scans } from './scan';

const lines = [
  { code: 'DD26112100001', due: 3 },
  { code: 'DD26112100002-01', due: 2 },
];

test('a label is its order and piece; the number of a child order is no piece', () => {
  expect(readLabel(' dd26112100001-003 ')).toEqual({ code: 'DD26112100001', piece: 3 });
  expect(readLabel('DD26112100002-01')).toEqual({ code: 'DD26112100002-01', piece: null });
  expect(readLabel('DD26112100002-01-012')).toEqual({ code: 'DD26112100002-01', piece: 12 });
});

test('pieces count once, an order at once, what does not belong here stops the hand', () => {
  let scans: Scans = {};
  const said = [
    'DD26112100001-001',
    'DD26112100001-001',
    'DD26112100009-001',
    'DD26112100002-01',
    'DD26112100002-01-001',
    'DD26112100001-002',
    'DD26112100001-003',
    'DD26112100001-004',
  ].map((text) => {
    const next = countScan(scans, lines, text, '此运单上');
    scans = next.scans;
    return `${next.ok ? '' : '! '}${next.text}`;
  });
  expect(said).toEqual([
    'DD26112100001 第 1 件，1/3',
    '! DD26112100001 第 1 件已扫过',
    '! DD26112100009 不在此运单上',
    'DD26112100002-01 整单 2 件',
    '! DD26112100002-01 已整单扫过',
    'DD26112100001 第 2 件，2/3',
    'DD26112100001 第 3 件，3/3',
    '! DD26112100001 多出 1 件，应为 3 件',
  ]);
  expect(lines.map((line) => countOf(scans, line))).toEqual([4, 2]);
});

test('labels are numbered through the lines of an order', () => {
  expect(piecesByLine({ pieces: [1, 3, 4, 9], whole: false }, [3, 2])).toEqual([2, 2]);
  expect(piecesByLine({ pieces: [], whole: true }, [3, 2])).toEqual([3, 2]);
  expect(piecesByLine(undefined, [3, 2])).toEqual([0, 0]);
});
