import { temperatureType, usageModeList, vehicleCq, videoMonitoring } from '@tongda/contract/resources/vehicle/enums';
import { vehicleTypes } from '@tongda/contract/resources/vehicle/fields';
import { FilterEnum, FilterRemote, FilterSelect, FilterText, FilterTree } from '../../../kit/list/filter/controls';
import { loadOrgs } from '../../base/org/door';
import { loadCarriers, loadFleets } from '../../base/reference/door';

const types = vehicleTypes.map((name) => ({ code: name, name }));
const bound = [
  { code: 1, name: '已绑定' },
  { code: 0, name: '未绑定' },
];
const expiry = [
  { code: 'soon', name: '30天内到期' },
  { code: 'expired', name: '已过期' },
];

/** Filters of the register, the most asked first. */
export function VehicleFilters() {
  return (
    <>
      <FilterText name="plateNo" label="车牌号，可粘贴多个" main width={200} />
      <FilterRemote name="fleetId" label="车队" load={loadFleets} width={170} />
      <FilterEnum name="temperatureType" label="温区" of={temperatureType} width={130} />
      <FilterTree name="orgId" label="组织" load={loadOrgs} width={180} />
      <FilterText name="remarkNo" label="备注" width={150} />
      <FilterSelect name="hasDevice" label="设备" options={bound} width={130} />
      <FilterSelect name="expire" label="证照" options={expiry} width={150} />
      <FilterSelect name="vehicleType" label="车型" options={types} width={130} />
      <FilterEnum name="vehicleCq" label="来源" of={vehicleCq} width={130} />
      <FilterRemote name="carrierId" label="承运商" load={loadCarriers} width={180} />
      <FilterEnum name="usageMode" label="使用方式" of={usageModeList} width={150} />
      <FilterEnum name="videoMonitoring" label="视频" of={videoMonitoring} width={140} />
    </>
  );
}
