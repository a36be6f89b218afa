import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { FilterEnum, FilterRemote, FilterSelect } from '../../../kit/list/filter/controls';
import { daysAround } from '../../../kit/show/format';
import { loadCarriers } from '../../base/reference/door';
import { loadRoutes, loadSites } from './choices';

const yesNo = [
  { code: 'yes', name: '有' },
  { code: 'no', name: '无' },
];

/** Trips of the last three days and everything planned after them, until somebody chooses other days. */
export const recentTrips = () => daysAround(['planFrom', 'planTo'], 2, null);

/** The filters that all lists of waybills have in common (transport.md C). `to`: the field of 到站. */
export function TripFilters({ to }: { to: 'toPlaceId' | 'placeId' }) {
  return (
    <>
      <FilterRemote name="fromPlaceId" label="发站" load={loadSites} width={170} />
      <FilterRemote name={to} label="到站" load={loadSites} width={170} />
      <FilterRemote name="routeId" label="线路" load={loadRoutes} width={170} />
      <FilterRemote name="carrierId" label="承运商" load={loadCarriers} width={170} />
      <FilterEnum name="temperatureType" label="温层" of={temperatureType} width={130} />
      <FilterSelect name="abnormal" label="异常" options={yesNo} width={120} />
    </>
  );
}
