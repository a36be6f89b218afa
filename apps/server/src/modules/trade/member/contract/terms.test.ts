import { expect, test } from 'vitest';
import { clausesOf } from './terms';

test('a terminal without a plate is not read together with its months', () => {
  const [service] = clausesOf({
    contractNo: 'HT1',
    orderNo: 'HY1',
    partyA: '鲜果源商贸',
    partyB: '通达',
    creditCode: '91350100M000100Y43',
    legalPerson: '王建国',
    planName: '旗舰版',
    deviceCount: 2,
    payFen: 550_800,
    lines: [
      { terminalNo: '014400280111', plateNo: null, months: 36 },
      { terminalNo: '014400280222', plateNo: '沪A10001', months: 6 },
    ],
  });
  expect(service?.text).toBe(
    '乙方向甲方提供旗舰版会员服务，适用于2台设备：014400280111，36个月；014400280222（沪A10001），6个月。',
  );
});
