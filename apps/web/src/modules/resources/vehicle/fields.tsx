import { placeKind } from '@tongda/contract/ground/place/enums';
import { type VehicleDetail, vehicleMileage } from '@tongda/contract/resources/vehicle/calls';
import {
  temperatureType,
  usageModeList,
  vehicleColor,
  vehicleCq,
  videoMonitoring,
} from '@tongda/contract/resources/vehicle/enums';
import {
  cooledTypes,
  coolerDrives,
  emissionStandards,
  fuelTypes,
  normalizePlate,
  plateSinceLabel,
  proposeColor,
  vehicleTypes,
} from '@tongda/contract/resources/vehicle/fields';
import { Form } from 'antd';
import { useCallback, useEffect } from 'react';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import type { Values } from '../../../kit/form/edit-schema';
import {
  DateField,
  EnumField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  TreeField,
} from '../../../kit/form/input/fields';
import { RemoteField } from '../../../kit/form/input/remote-select';
import { useCan } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { loadOrgs } from '../../base/org/door';
import { searchCarriers, searchDevices, searchDrivers, searchFleets, toFound } from '../../base/reference/door';
import { type KnownPlace, PlacesSelect } from '../../ground/place/door';
import { boxVolume } from './form';
import { CertificateFields } from './paper/certificate-fields';
import { ZonesField } from './zones-field';

const toOptions = (list: readonly string[]) => list.map((name) => ({ code: name, name }));
/** The form of a vehicle, for adding and editing. */
export function VehicleFields({ loaded }: { loaded: VehicleDetail | null }) {
  return (
    <>
      <Basics loaded={loaded} />
      <Cargo loaded={loaded} />
      <Reefer />
      <Devices loaded={loaded} />
      <People loaded={loaded} />
      <CertificateFields />
      <Others />
    </>
  );
}

function Basics({ loaded }: { loaded: VehicleDetail | null }) {
  const { form } = useEditScope();
  const outsourced = Form.useWatch('vehicleCq', form) === vehicleCq.outsourced;
  useProposedColor(loaded === null);
  return (
    <FieldGroup title="基本信息" hint="车牌在公司内唯一">
      <TextField name="plateNo" label="车牌号" placeholder="如 沪A12345" upper />
      {loaded ? <PlateSince before={loaded.plateNo} /> : null}
      <EnumField name="vehicleColor" label="车牌颜色" of={vehicleColor} segmented />
      <TextField name="remarkNo" label="车辆备注" placeholder="自编号、用途等" />
      <SelectField name="vehicleType" label="车辆类型" options={toOptions(vehicleTypes)} />
      <TreeField name="orgId" label="所属部门" load={loadOrgs} />
      <RemoteField
        name="fleetId"
        label="所属车队"
        search={searchFleets}
        known={toFound(loaded?.fleetId, loaded?.fleetName)}
      />
      <EnumField name="vehicleCq" label="车辆来源" of={vehicleCq} segmented />
      <RemoteField
        name="carrierId"
        label={outsourced ? '承运商（外协必填）' : '承运商'}
        search={searchCarriers}
        known={toFound(loaded?.carrierId, loaded?.carrierName)}
      />
      <EnumField name="usageMode" label="使用方式" of={usageModeList} span={2} />
      <TextField name="brand" label="品牌型号" />
      <TextField name="vin" label="车架号" placeholder="17位" upper span={4} />
      <TextField name="engineNo" label="发动机号" upper />
      <SelectField name="fuelType" label="燃料类型" options={toOptions(fuelTypes)} />
      <SelectField name="emissionStandard" label="排放标准" options={toOptions(emissionStandards)} />
      <DateField name="regDate" label="注册日期" />
      <DateField name="plateDate" label="上牌日期" />
    </FieldGroup>
  );
}

/** 车牌生效时间, shown when the plate was changed: reports of earlier times keep the old plate. */
function PlateSince({ before }: { before: string }) {
  const { form } = useEditScope();
  const plateNo: unknown = Form.useWatch('plateNo', form);
  if (typeof plateNo !== 'string' || plateNo === '' || normalizePlate(plateNo) === before) return null;
  return <DateField name="plateSince" label={plateSinceLabel} time help={`此前仍为${before}；不填为立即`} />;
}

/** Proposes green for a new-energy plate (eight characters) until the user has chosen a colour. */
function useProposedColor(isNew: boolean): void {
  const { form } = useEditScope();
  const plateNo: unknown = Form.useWatch('plateNo', form);
  useEffect(() => {
    if (!isNew || typeof plateNo !== 'string' || form.isFieldTouched('vehicleColor')) return;
    form.setFieldValue('vehicleColor', proposeColor(plateNo) ?? vehicleColor.yellow);
  }, [isNew, plateNo, form]);
}

function Cargo({ loaded }: { loaded: VehicleDetail | null }) {
  const { form } = useEditScope();
  const values = Form.useWatch<Values>([], form) ?? {};
  const cooled = cooledTypes.includes(String(values.vehicleType ?? ''));
  const volume = boxVolume(values);
  const propose = volume !== null && volume !== values.volume;
  const take = (): void => {
    form.setFieldValue('volume', volume);
    void form.validateFields(['volume']).catch(() => undefined);
  };
  return (
    <FieldGroup title="载货能力" hint="配载与派车按此计算">
      <SelectField
        name="temperatureTypes"
        label={cooled ? '温区（必选）' : '温区'}
        options={temperatureType.options}
        multiple
      />
      <NumberField name="vehicleLength" label="车长" unit="m" decimals={1} />
      <NumberField name="loadWeight" label="核定载质量" unit="t" decimals={2} />
      <NumberField name="totalWeight" label="总质量" unit="t" decimals={2} />
      <NumberField name="boxLength" label="货箱长" unit="m" decimals={2} />
      <NumberField name="boxWidth" label="货箱宽" unit="m" decimals={2} />
      <NumberField name="boxHeight" label="货箱高" unit="m" decimals={2} />
      <NumberField
        name="volume"
        label="容积"
        unit="m³"
        decimals={2}
        help={
          propose ? (
            <>
              按货箱尺寸为 {formatNumber(volume, 2)} m³{' '}
              <button type="button" className="td-plain resources-vehicle-take" onClick={take}>
                采用
              </button>
            </>
          ) : undefined
        }
      />
      <NumberField name="axles" label="轴数" unit="轴" />
      <NumberField name="pallets" label="托盘位" unit="个" />
      <SwitchField name="tailLift" label="尾板" words={['无', '有']} />
      <LimitAreas known={loaded?.limitAreas ?? none} />
      <ZonesField loaded={loaded} />
    </FieldGroup>
  );
}

const none: readonly KnownPlace[] = [];

/** 限行区域: areas that this vehicle must not enter. The 限行区 of the map are for all vehicles. */
function LimitAreas({ known: areas }: { known: readonly KnownPlace[] }) {
  const show = useCallback(
    (value: unknown) => (Array.isArray(value) && value.length > 0 ? `${value.length} 个区域` : '—'),
    [],
  );
  return (
    <EditField name="limitAreaIds" label="限行区域" span={6} verb="选择" show={show} help="配载时提醒经过这些区域的点">
      <PlacesSelect kinds={regionsOnly} known={areas} label="限行区域" placeholder="本车不准驶入的区域，可不选" />
    </EditField>
  );
}
const regionsOnly = [placeKind.region];

function Reefer() {
  const mayCorrect = useCan({ access: vehicleMileage });
  return (
    <FieldGroup title="冷机、油耗与保养" hint="影响油耗与里程统计">
      <SelectField name="refrigeratorCount" label="冷机数" options={countOptions(2, '台')} segmented />
      <TextField name="coolerModel" label="冷机型号" placeholder="品牌与型号" />
      <SelectField name="coolerDrive" label="冷机驱动" options={toOptions(coolerDrives)} segmented />
      <NumberField name="tankCapacity" label="油箱容量" unit="L" />
      <NumberField name="refOil100" label="参考百公里油耗" unit="L" decimals={1} />
      <NumberField name="idleOil" label="怠速油耗" unit="L/h" decimals={1} />
      <NumberField name="initMileage" label="初始里程" unit="km" decimals={1} />
      <NumberField
        name="mileageCoefficient"
        label="里程修正系数"
        decimals={3}
        step={0.001}
        disabled={!mayCorrect}
        help={mayCorrect ? '0.800 ~ 1.200，1 为不修正' : '需要“修正里程”权限'}
      />
      <NumberField name="upkeepKm" label="保养间隔里程" unit="km" help="距上次保养" />
      <NumberField name="upkeepDays" label="保养间隔天数" unit="天" help="距上次保养，先到者为准" />
    </FieldGroup>
  );
}

/** Options `无`, then 1 to `max` with the unit. */
const countOptions = (max: number, unit: string) =>
  Array.from({ length: max + 1 }, (_, n) => ({ code: n, name: n === 0 ? '无' : `${n}${unit}` }));

function Devices({ loaded }: { loaded: VehicleDetail | null }) {
  return (
    <FieldGroup title="设备" hint={loaded ? '终端在列表中更换' : '可稍后在列表中绑定'}>
      {loaded ? (
        <ReadOnly label="终端编号" value={loaded.terminalNo || '未绑定'} />
      ) : (
        <RemoteField name="deviceId" label="终端" search={searchDevices} placeholder="从库存终端中选择" />
      )}
      <EnumField name="videoMonitoring" label="视频监控" of={videoMonitoring} />
      <SelectField name="cameraCount" label="摄像头" options={countOptions(6, '路')} />
      <SelectField name="doorCount" label="门磁" options={countOptions(4, '个')} />
      <SelectField name="temCount" label="温度探头" options={countOptions(4, '路')} />
      <SelectField name="oilCount" label="油感" options={countOptions(2, '路')} />
    </FieldGroup>
  );
}

/** A value that cannot be changed here. */
function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <div className="kit-form-field resources-vehicle-readonly" data-span={3}>
      <span className="td-cap">{label}</span>
      <output>{value}</output>
    </div>
  );
}

function People({ loaded }: { loaded: VehicleDetail | null }) {
  return (
    <FieldGroup title="人员">
      <RemoteField
        name="driverId"
        label="主驾司机"
        search={searchDrivers}
        known={toFound(loaded?.driverId, loaded?.driverName)}
      />
      <RemoteField
        name="coDriverId"
        label="副驾司机"
        search={searchDrivers}
        known={toFound(loaded?.coDriverId, loaded?.coDriverName)}
      />
      <RemoteField
        name="escortId"
        label="押运员"
        search={searchDrivers}
        known={toFound(loaded?.escortId, loaded?.escortName)}
      />
      <TextField name="contactPhone" label="联系电话" placeholder="手机或固定电话" />
    </FieldGroup>
  );
}

/** The fields that belong to no other panel. */
function Others() {
  return (
    <FieldGroup title="服务与备注">
      <DateField name="serviceEnd" label="服务到期" />
      <TextAreaField name="remark" label="备注" rows={1} span={9} />
    </FieldGroup>
  );
}
