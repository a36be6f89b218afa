import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import {
  temperatureType,
  usageModeList,
  vehicleColor,
  vehicleCq,
  videoMonitoring,
} from '@tongda/contract/resources/vehicle/enums';
import { type Fact, Facts } from '../../../../kit/detail/page';
import { formatNumber, formatRange } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';

/** 基本信息: all fields of the form, read-only. */
export function BasicFacts({ vehicle: v }: { vehicle: VehicleDetail }) {
  return (
    <>
      {factGroupsOf(v).map(([title, facts]) => (
        <Facts key={title} title={title} facts={facts} />
      ))}
      {v.remark ? <Facts title="备注" facts={[['', v.remark]]} /> : null}
    </>
  );
}

const withUnit = (value: number | null, decimals: number, name: string): string =>
  value === null ? '' : `${formatNumber(value, decimals)} ${name}`;

/** The fields of a vehicle under their headings, for the details page and the printed card. */
export const factGroupsOf = (v: VehicleDetail): Array<[title: string, facts: Fact[]]> => [
  ['基本信息', basicFactsOf(v)],
  ['载货能力', cargoFactsOf(v)],
  ['冷机、油耗与保养', reeferFactsOf(v)],
  ['设备与人员', deviceFactsOf(v)],
];

const basicFactsOf = (v: VehicleDetail): Fact[] => [
  ['车牌号', v.plateNo],
  ['车牌颜色', vehicleColor.label(v.vehicleColor)],
  ['车辆备注', v.remarkNo],
  ['车辆类型', v.vehicleType],
  ['所属部门', v.orgName],
  ['所属车队', v.fleetName],
  ['车辆来源', vehicleCq.label(v.vehicleCq)],
  ['承运商', v.carrierName],
  ['使用方式', usageModeList.label(v.usageMode)],
  ['品牌型号', v.brand],
  ['车架号', v.vin],
  ['发动机号', v.engineNo],
  ['燃料类型', v.fuelType],
  ['排放标准', v.emissionStandard],
  ['注册日期', v.regDate],
  ['上牌日期', v.plateDate],
];

const cargoFactsOf = (v: VehicleDetail): Fact[] => [
  ['温区', v.temperatureTypes.length > 0 ? <Zones key="z" codes={v.temperatureTypes} /> : ''],
  ['车长', withUnit(v.vehicleLength, 1, 'm')],
  [
    '货箱长×宽×高',
    v.boxLength && v.boxWidth && v.boxHeight
      ? `${formatNumber(v.boxLength, 2)} × ${formatNumber(v.boxWidth, 2)} × ${formatNumber(v.boxHeight, 2)} m`
      : '',
  ],
  ['容积', withUnit(v.volume, 2, 'm³')],
  ['核定载质量', withUnit(v.loadWeight, 2, 't')],
  ['总质量', withUnit(v.totalWeight, 2, 't')],
  ['轴数', v.axles],
  ['托盘位', v.pallets],
  ['尾板', v.tailLift ? '有' : '无'],
  ['分区', v.zones.map(describeZone).join('、')],
  ['限行区域', v.limitAreas.map(({ name }) => name).join('、')],
];

const describeZone = ({ name, lower, upper }: VehicleDetail['zones'][number]): string =>
  lower === null && upper === null ? name : `${name} ${formatRange(lower, upper, 1)} ℃`;

function Zones({ codes }: { codes: number[] }) {
  return (
    <>
      <TempClasses codes={codes} /> {codes.map((code) => temperatureType.label(code)).join('、')}
    </>
  );
}

const reeferFactsOf = (v: VehicleDetail): Fact[] => [
  ['冷机数', v.refrigeratorCount === 0 ? '无' : `${v.refrigeratorCount} 台`],
  ['冷机型号', v.coolerModel],
  ['冷机驱动', v.coolerDrive],
  ['油箱容量', withUnit(v.tankCapacity, 0, 'L')],
  ['参考百公里油耗', withUnit(v.refOil100, 1, 'L')],
  ['怠速油耗', withUnit(v.idleOil, 1, 'L/h')],
  ['里程修正系数', formatNumber(v.mileageCoefficient, 3)],
  ['初始里程', withUnit(v.initMileage, 1, 'km')],
  ['保养间隔', [withUnit(v.upkeepKm, 0, 'km'), withUnit(v.upkeepDays, 0, '天')].filter(Boolean).join(' 或 ')],
];

const deviceFactsOf = (v: VehicleDetail): Fact[] => [
  ['终端编号', v.terminalNo],
  ['SIM卡号', v.simNo],
  ['视频监控', videoMonitoring.label(v.videoMonitoring)],
  ['摄像头 / 门磁', `${v.cameraCount} / ${v.doorCount}`],
  ['温探 / 油感', `${v.temCount} / ${v.oilCount}`],
  ['主驾司机', [v.driverName, v.driverPhone].filter(Boolean).join(' ')],
  ['副驾司机', v.coDriverName],
  ['押运员', v.escortName],
  ['联系电话', v.contactPhone],
];
