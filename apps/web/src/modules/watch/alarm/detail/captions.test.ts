import { expect, it } from 'vitest';
import { marksOf } from './captions';

it('pictures of one camera at one time are numbered, others say their time', () => {
  const driver = { camera: '驾驶员摄像头', time: '2026-11-30 11:11:33' };
  const road = { camera: '前向摄像头', time: '2026-11-30 11:11:33' };
  const later = { camera: '驾驶员摄像头', time: '2026-11-30 11:11:40' };
  expect(marksOf([driver, driver, road, later], (time) => time.slice(11))).toEqual([
    '第1张',
    '第2张',
    '11:11:33',
    '11:11:40',
  ]);
});
