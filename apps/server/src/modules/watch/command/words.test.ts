import { instructionSending } from '@tongda/contract/resources/device/enums';
import { expect, it } from 'vitest';
import { answerWords } from './words';

const told = { kind: 'text', cause: '', answer: null, order: null } as const;

it('says of every state what the terminal answered or what is awaited, and leaves no ended command without a word', () => {
  const wordsIn = (state: number): string => answerWords({ ...told, state }, 'Asia/Shanghai');
  expect(wordsIn(instructionSending.queued)).toBe('等待下发，终端离线时上线后自动下发');
  expect(wordsIn(instructionSending.acknowledged)).toBe('终端已接受，等待执行结果');
  expect(wordsIn(instructionSending.done)).toBe('终端应答成功');
});

it('says what was answered in place of the bare success', () => {
  const answer = { time: null, lng: 121.5, lat: 31.2, speedKmh: 40, located: true };
  expect(answerWords({ ...told, kind: 'locate', answer, state: instructionSending.done }, 'Asia/Shanghai')).toBe(
    '经度121.50000，纬度31.20000，40 km/h',
  );
});

it('says how far an upgrade has come, and why it failed', () => {
  const of = (state: number, answer: unknown, cause = ''): string =>
    answerWords({ ...told, kind: 'upgrade', answer, cause, state }, 'Asia/Shanghai');
  expect(of(instructionSending.acknowledged, { step: 4, percent: 60 })).toBe('固件安装中 60%');
  expect(of(instructionSending.refused, { step: 8, percent: 0 }, 'upgradeFailed')).toBe(
    '终端升级失败；硬件型号不支持 0%',
  );
  expect(of(instructionSending.done, { result: 0 })).toBe('终端应答成功');
});

it('says that one which went out again may have come twice', () => {
  const wordsOf = (state: number, tries: number): string => answerWords({ ...told, state, tries }, 'Asia/Shanghai');
  expect(wordsOf(instructionSending.done, 1)).toBe('终端应答成功');
  expect(wordsOf(instructionSending.done, 2)).toBe('终端应答成功；共下发2次，可能重复送达');
  expect(wordsOf(instructionSending.queued, 1)).toBe('下发后没有应答，终端上线后再次下发');
  expect(wordsOf(instructionSending.queued, 2)).toBe('下发后没有应答，终端上线后再次下发；共下发2次，可能重复送达');
});
