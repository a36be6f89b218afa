import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vehicleAdd } from './calls';
import { normalizePlate, proposeColor, vehicleChange, vehicleFields, vehicleInput, vehicleLabels } from './fields';
import { type Probe, probeFaults, probeSave } from './probe';

const good = {
  plateNo: '沪A12345',
  vehicleColor: 0,
  orgId: '1001',
  vehicleCq: 0,
  vehicleType: '厢式',
};
const sentences = (change: Record<string, unknown>): string[] => {
  const parsed = vehicleInput.safeParse({ ...good, ...change });
  return parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`);
};

describe('vehicle fields', () => {
  it('accepts the smallest vehicle and fills in what the form leaves out', () => {
    expect(vehicleInput.parse(good)).toMatchObject({
      remarkNo: '',
      fleetId: null,
      mileageCoefficient: 1,
      temperatureTypes: [],
      vin: null,
    });
  });
  it('brings plates into one spelling', () => {
    expect(vehicleInput.parse({ ...good, plateNo: ' 沪a·1 2345 ' }).plateNo).toBe('沪A12345');
    expect(normalizePlate('苏e·7k903')).toBe('苏E7K903');
  });
  it.each([
    [{ plateNo: '' }, 'plateNo 请输入车牌号'],
    [{ plateNo: undefined }, 'plateNo 请输入车牌号'],
    [{ plateNo: '沪O12345' }, 'plateNo 请输入正确的车牌号'],
    [{ orgId: '' }, 'orgId 请选择所属部门'],
    [{ vehicleColor: 7 }, 'vehicleColor 请选择车牌颜色'],
    [{ vehicleType: '飞船' }, 'vehicleType 请选择车辆类型'],
    [{ remarkNo: 'x'.repeat(31) }, 'remarkNo 最多30个字符'],
    [{ vin: 'LSVAM4187C218484O' }, 'vin 请输入17位车架号'],
    [{ vehicleLength: 9.65 }, 'vehicleLength 最多1位小数'],
    [{ vehicleLength: 99 }, 'vehicleLength 应在1~30m之间'],
    [{ loadWeight: '3' }, 'loadWeight 请输入数字'],
    [{ axles: 2.5 }, 'axles 请输入整数'],
    [{ mileageCoefficient: 1.3 }, 'mileageCoefficient 应在0.8~1.2之间'],
    [{ temCount: 5 }, 'temCount 应在0~4路之间'],
    [{ contactPhone: '123' }, 'contactPhone 请输入正确的联系电话'],
    [{ inspectDate: '2026-02-30' }, 'inspectDate 日期不存在'],
    [{ vehicleCq: 1 }, 'carrierId 外协车辆请选择承运商'],
    [{ vehicleType: '冷藏' }, 'temperatureTypes 冷藏车请选择温区'],
    [{ loadWeight: 10, totalWeight: 8 }, 'totalWeight 总质量不能小于核定载质量10t'],
    [{ driverId: '5', coDriverId: '5' }, 'coDriverId 副驾不能与主驾相同'],
  ])('refuses %j', (change, sentence) => {
    expect(sentences(change)).toContain(sentence);
  });
  it('says what is wrong between fields while other fields are still wrong', () => {
    expect(sentences({ plateNo: '', vin: 'x', vehicleCq: 1 })).toEqual(
      expect.arrayContaining(['plateNo 请输入车牌号', 'vin 请输入17位车架号', 'carrierId 外协车辆请选择承运商']),
    );
    expect(vehicleInput.safeParse(undefined).success).toBe(false);
  });
  it('takes new-energy plates of both series and proposes green for them', () => {
    expect(sentences({ plateNo: '粤B12345D' })).toEqual([]);
    expect(sentences({ plateNo: '川AK12345' })).toEqual([]);
    expect([proposeColor('粤B12345D'), proposeColor('沪A12345')]).toEqual([1, null]);
  });
  it('wants id and version for a change', () => {
    expect(vehicleChange.safeParse(good).success).toBe(false);
    expect(vehicleChange.safeParse({ ...good, id: '1', version: 3 }).success).toBe(true);
  });
  it('has a label for every field, and a JSON schema for the API document', () => {
    expect(Object.keys(vehicleLabels).sort()).toEqual(Object.keys(vehicleFields.shape).sort());
    expect(z.toJSONSchema(vehicleAdd.input, { io: 'input', unrepresentable: 'any' })).toMatchObject({ type: 'object' });
  });
});

describe('probes', () => {
  const tem = (channel: number, name: string, lower: number | null, upper: number | null): Probe => ({
    kind: 'tem',
    channel,
    name,
    zone: null,
    lower,
    upper,
    alarm: true,
    sn: null,
    certNo: null,
    certEnd: null,
    certDate: null,
    posX: null,
    posY: null,
    cameraType: null,
    snapChannel: null,
    onSource: null,
    setSource: null,
    chillerProtocol: null,
    correction: 0,
    inverse: false,
  });
  it('accepts one probe a channel with sensible limits', () => {
    expect(probeFaults([tem(1, '前', -25, -18), tem(2, '后', null, null)])).toEqual([]);
  });
  it('names the line and field of each fault', () => {
    const faults = probeFaults([tem(1, '前', -18, -25), tem(1, '前', -90, 4), tem(5, '中', 0, 4)]);
    expect(faults.map((f) => [f.index, f.field, f.msg])).toEqual([
      [0, 'upper', '上限须高于下限-18℃'],
      [1, 'channel', '温度通道1重复'],
      [1, 'name', '温度探头名称“前”重复'],
      [1, 'lower', '应在−60~80℃之间'],
      [2, 'channel', '温度最多4路'],
    ]);
  });
  it('reports them at the path of the form', () => {
    const parsed = probeSave.input.safeParse({ vehicleId: '1', version: 1, probes: [tem(1, '前', 2, 1)] });
    expect(parsed.error?.issues[0]?.path).toEqual(['probes', 0, 'upper']);
  });
});
