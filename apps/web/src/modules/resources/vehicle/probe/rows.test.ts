import { findFewPoints, type Probe } from '@tongda/contract/resources/vehicle/probe';
import { describe, expect, it } from 'vitest';
import { correctionsChanged, faultsIn, probesIn, rowsOf, switchRow } from './rows';

const tem: Probe = {
  kind: 'tem',
  channel: 2,
  name: '后',
  zone: null,
  lower: -25,
  upper: -18,
  alarm: true,
  sn: null,
  certNo: null,
  certDate: null,
  certEnd: null,
  correction: 0,
  inverse: false,
  posX: 0.3,
  posY: 0.8,
  cameraType: null,
  snapChannel: null,
  onSource: null,
  setSource: null,
  chillerProtocol: null,
};

describe('rows of the probe screen', () => {
  it('shows every channel and keeps what is stored', () => {
    const rows = rowsOf([tem]);
    expect(rows.map((r) => `${r.kind}${r.channel}`)).toEqual([
      'tem1',
      'tem2',
      'tem3',
      'tem4',
      'hum1',
      'hum2',
      'co21',
      'door1',
      'door2',
      'door3',
      'door4',
      'oil1',
      'oil2',
      'chiller1',
      'chiller2',
      'camera1',
      'camera2',
      'camera3',
      'camera4',
      'camera5',
      'camera6',
    ]);
    expect(rows.filter((r) => r.used).map((r) => r.name)).toEqual(['后']);
    expect(probesIn(rows)).toEqual([tem]);
  });
  it('proposes a name when a channel is switched on, and keeps it when it is switched off and on again', () => {
    const [first] = rowsOf([]);
    if (!first) throw new Error('no rows');
    const on = switchRow(first, true);
    expect([on.used, on.name]).toEqual([true, '前']);
    expect(switchRow(switchRow({ ...on, name: '回风' }, false), true).name).toBe('回风');
  });
  it('finds faults of used channels only', () => {
    const rows = rowsOf([tem]).map((r) =>
      r.kind === 'tem' && r.channel === 2 ? { ...r, lower: 5, upper: 1, name: '' } : r,
    );
    expect([...faultsIn(rows)]).toEqual([['tem2', { name: '请输入探头名称', upper: '上限须高于下限5℃' }]]);
    expect(faultsIn(rows.map((r) => ({ ...r, used: false }))).size).toBe(0);
  });
  it('a compartment of medicine has two measuring points, and one more for every further 20 m³', () => {
    const two = [1, 2].map((channel) => ({ ...tem, channel, zone: '药品区' }));
    expect([findFewPoints(two, 20), findFewPoints(two, null), findFewPoints([tem], 60)]).toEqual([[], [], []]);
    expect(findFewPoints(two.slice(1), 12)).toEqual([{ zone: '药品区', has: 1, needs: 2 }]);
    expect(findFewPoints(two, 41)).toEqual([{ zone: '药品区', has: 2, needs: 4 }]);
  });
  it('a correction needs its certificate, stays small, and its change a reason', () => {
    const rows = rowsOf([tem]);
    const corrected = (correction: number, certNo: string | null = 'JZ26-1') =>
      rows.map((r) => (r.kind === 'tem' && r.channel === 2 ? { ...r, correction, certNo } : r));
    const fault = (correction: number, certNo?: string | null) =>
      faultsIn(corrected(correction, certNo)).get('tem2')?.correction;
    expect([fault(0.3), fault(0.3, null), fault(2.1)]).toEqual([
      undefined,
      '有修正值须填写校准证书号',
      '修正值应在−2~2℃之间',
    ]);
    expect([correctionsChanged(rows, corrected(0)), correctionsChanged(rows, corrected(-0.2))]).toEqual([false, true]);
  });

  it('tells a door whose camera was switched off, and a source without its protocol', () => {
    const rows = rowsOf([
      { ...tem, kind: 'door', channel: 1, name: '后门', lower: null, upper: null, snapChannel: 2 },
      { ...tem, kind: 'chiller', channel: 1, name: '冷机', lower: null, upper: null, onSource: '冷机协议' },
      { ...tem, kind: 'camera', channel: 2, name: '货箱', lower: null, upper: null },
    ]);
    expect([...faultsIn(rows).keys()]).toEqual(['chiller1']);
    const off = rows.map((row) => (row.kind === 'camera' ? { ...row, used: false } : row));
    expect(faultsIn(off).get('door1')).toEqual({ snapChannel: '请先启用摄像头通道2' });
  });
});
